import { Modal } from '../../ui/dialog';
import { number } from '../../ui/format';
import { Failed, Loading } from '../../ui/states';
import { groupsOf, type PanelsProps, Rows, RowsSkeleton, type Tab } from './panel-rows';
import { useAnalytics } from './use-analytics';

/** The hundred first of a group. */
export const AllRows = ({
  tab,
  search,
  subject,
  onFilter,
  onClose,
}: PanelsProps & { readonly tab: Tab; readonly onClose: () => void }) => {
  const group = tab.filter === 'link' ? { group_by: ['link' as const] } : {};
  const { data, error, refetch } = useAnalytics(search, subject, { limit: 100, ...group });
  return (
    <Modal
      open
      onClose={onClose}
      title={tab.label}
      width="md"
      description={data && data.totals.clicks > 0 ? `Of ${number(data.totals.clicks)} clicks` : ' '}
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Rows
          rows={groupsOf(data, tab)}
          tab={tab}
          analytics={data}
          search={search}
          onFilter={(filter, condition) => {
            onClose();
            onFilter(filter, condition);
          }}
        />
      ) : (
        <>
          <Loading what={tab.label} />
          <RowsSkeleton />
        </>
      )}
    </Modal>
  );
};
