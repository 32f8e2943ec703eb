import { GraphIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client';
import { useWriteRefusal } from '../../api/queries';
import { CreateLink } from '../../ui/create-link';
import { Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Report } from '../analytics/report';
import { analyticsSearch } from './search';

const route = getRouteApi('/$workspace/');

const CURL = `curl "$WAYMARK_BASE_URL/v1/links" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "destination_url": "https://example.com/" }'`;

/** What happened in the workspace: who clicked what, when, and from where. */
export const Overview = () => {
  const { workspace } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const { data: usage } = useQuery({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => dataOf(api.GET('/v1/workspace', { signal })),
  });
  const create = (
    <CreateLink to="/$workspace/links/new" workspace={workspace} refusal={refusal}>
      Create link
    </CreateLink>
  );
  return (
    <Page title="Overview" actions={create}>
      {usage?.usage.links === 0 ? (
        <Empty icon={<GraphIcon size={20} />} title="No links yet" action={create} curl={CURL}>
          Make the first one here or by the API. Its clicks are counted here within two seconds.
        </Empty>
      ) : (
        <Report
          search={search}
          onSearch={(change) =>
            void navigate({ search: (now) => analyticsSearch({ ...now, ...change }), resetScroll: false })
          }
        />
      )}
    </Page>
  );
};
