import { held } from './product';

export default async (): Promise<void> => held()?.stop();
