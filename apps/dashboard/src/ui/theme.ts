import { createStore } from '../api/store';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'waymark.theme';

const isTheme = (value: string | null): value is Theme => value === 'system' || value === 'light' || value === 'dark';
const stored = localStorage.getItem(KEY);
export const theme = createStore<Theme>(isTheme(stored) ? stored : 'system');

const apply = (value: Theme): void => {
  if (value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = value;
};
apply(theme.get());

export const setTheme = (value: Theme): void => {
  localStorage.setItem(KEY, value);
  theme.set(() => value);
  apply(value);
};
