import { useRouter } from '@tanstack/react-router';
import { Failed } from '../../ui/states';

/** In the place of every screen: the session or the files of a screen could not be loaded. */
export const FailedStart = ({ error }: { readonly error: unknown }) => {
  const router = useRouter();
  return (
    <main className="grid min-h-screen place-items-center">
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </main>
  );
};
