import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Failed } from './states';

/** In the place of the whole page: what it needs at first did not come. */
export const Outage = ({ error }: ErrorComponentProps) => {
  const router = useRouter();
  return (
    <main className="grid min-h-screen place-items-center p-4">
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </main>
  );
};
