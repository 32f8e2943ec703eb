import { useStore } from '../api/store';
import { Key } from './button';
import { Modal } from './dialog';
import { CheckField } from './fields';
import { enabled, groups, PALETTE_KEYS, setEnabled } from './shortcuts';

export const ShortcutList = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => {
  const all = useStore(groups);
  const on = useStore(enabled);
  return (
    <Modal open={open} onClose={onClose} title="Keyboard shortcuts" width="md">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {[...all].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="text-faint mb-1.5 text-sm font-medium">{group}</h3>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex items-center justify-between gap-3 py-1">
                  <dt>{label}</dt>
                  <dd className="flex gap-1">
                    {keys.split(' ').map((key) => (
                      <Key key={key}>{key.length === 1 || key.startsWith('⇧') ? key.toUpperCase() : key}</Key>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="border-line mt-5 border-t pt-4">
        <CheckField
          label="Single keys are shortcuts"
          hint={`Turn this off if you dictate to this machine. ${PALETTE_KEYS} stays.`}
          checked={on}
          onChange={(event) => setEnabled(event.target.checked)}
        />
      </div>
    </Modal>
  );
};
