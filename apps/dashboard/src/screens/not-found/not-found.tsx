import { Link } from '@tanstack/react-router';

export const NotFound = () => (
  <main className="grid min-h-screen place-content-center gap-2 p-6 text-center">
    <h1 className="text-lg font-semibold">There is no such page</h1>
    <p className="text-soft">The address may be mistyped, or what it led to is gone.</p>
    <p>
      <Link to="/" className="text-accent-strong underline underline-offset-2">
        Go to the overview
      </Link>
    </p>
  </main>
);
