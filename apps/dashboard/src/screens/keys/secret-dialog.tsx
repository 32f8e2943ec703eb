import { SecretDialog as Shown } from '../../ui/secret-dialog';
import type { CreatedApiKey } from './key-queries';

/** A new key in full. */
export const SecretDialog = ({
  created,
  onClose,
}: {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}) => (
  <Shown
    id="new-key-value"
    title={`The key “${created.name}”`}
    description="It is shown this once. Waymark keeps only a fingerprint of it."
    noun="key"
    value={created.key}
    onClose={onClose}
  />
);
