import './ui/app.css';
import './ui/theme';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem';
import { router } from './router';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root, {
  // A failure of the API is shown in the page, and no error of it.
  onCaughtError: (error) => error instanceof Problem || console.error(error),
}).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
