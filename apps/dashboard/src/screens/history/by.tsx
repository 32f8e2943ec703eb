import { useQuery } from '@tanstack/react-query';
import { type Actor, membersQuery } from '../../api/queries';
import { session } from '../../api/session';
import { useStore } from '../../api/store';
import { keysQuery } from '../keys/key-queries';

/** Names change rarely, and histories need no more requests than their own. */
const NAMES = { staleTime: 300_000 };

/** Who did something, by name; by the end of the id where nobody has the name any more. */
export const By = ({ actor: { type, id } }: { readonly actor: Actor }) => {
  const me = useStore(session)?.user.id;
  const isOther = type === 'user' && id !== me;
  const { data: members } = useQuery({ ...membersQuery(1), ...NAMES, enabled: isOther });
  const { data: keys } = useQuery({ ...keysQuery(1), ...NAMES, enabled: type === 'api_key' });
  if (type === 'system') return 'Waymark itself';
  if (type === 'user' && !isOther) return 'you';
  const member = members?.data.find((one) => one.id === id);
  const name = type === 'user' ? (member?.name ?? member?.email) : keys?.data.find((one) => one.id === id)?.name;
  if (name !== undefined) return <span title={id}>{name}</span>;
  return (
    <span title={id}>
      {type === 'user' ? 'the member' : 'the key'} <code className="font-mono text-xs">…{id.slice(-6)}</code>
    </span>
  );
};
