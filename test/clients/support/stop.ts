import { running } from './start';

export default async (): Promise<void> => {
  await Promise.all(running.splice(0).map((end) => end()));
};
