import './ui/app.css';
import './ui/theme';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem';
import { router } from './router';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
// A problem has a screen of its own; anything else is a fault of this page.
const onCaughtError = (error: unknown): void => {
  if (!(error instanceof Problem)) reportError(error);
};
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
