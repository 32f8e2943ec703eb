import { Badge, type BadgeTone, Dot } from '../../ui/badge';
import { Spinner } from '../../ui/button';
import type { ImportStatus } from './import-queries';

const TONES: Readonly<Record<ImportStatus, BadgeTone>> = {
  queued: 'none',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

export const StatusBadge = ({ status }: { readonly status: ImportStatus }) => (
  <Badge tone={TONES[status]}>
    {status === 'running' ? <Spinner /> : <Dot tone={TONES[status]} />}
    {`${status.charAt(0).toUpperCase()}${status.slice(1)}`}
  </Badge>
);
