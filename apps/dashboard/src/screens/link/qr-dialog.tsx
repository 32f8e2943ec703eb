import { DownloadIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { asProblem, problemFrom } from '../../api/problem';
import type { Link } from '../../api/queries';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { bare } from '../../ui/format';
import { Failed, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { save } from '../analytics/download';

const imageOf = async (id: string, format: 'svg' | 'png', size: number): Promise<Blob> => {
  const { data, response, error } = await api.GET('/v1/links/{id}/qr', {
    params: { path: { id }, query: { format, size } },
    parseAs: 'blob',
  });
  if (!response.ok) throw problemFrom(response, error);
  return data as unknown as Blob;
};

/** The QR code of a link, to look at and to save. */
export const QrDialog = ({ link, onClose }: { readonly link: Link; readonly onClose: () => void }) => {
  const {
    data: address,
    error,
    refetch,
  } = useQuery({
    queryKey: ['qr', link.id],
    queryFn: async () => addressOf(await imageOf(link.id, 'svg', 600)),
  });
  const download = (format: 'svg' | 'png'): void =>
    void imageOf(link.id, format, 1_024).then(
      (image) => save(image, `${link.alias}.${format}`),
      (failure: unknown) =>
        toast('The image could not be made', { tone: 'bad', description: asProblem(failure).message }),
    );
  return (
    <Modal
      open
      onClose={onClose}
      title="QR code"
      description={`Leads to ${bare(link.short_url)}. Its scans are counted apart.`}
      footer={
        <>
          <Button icon={<DownloadIcon />} onClick={() => download('svg')}>
            SVG
          </Button>
          <Button icon={<DownloadIcon />} onClick={() => download('png')}>
            PNG
          </Button>
        </>
      }
    >
      <div className="grid place-items-center py-2">
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : address ? (
          <img src={address} alt={`QR code of ${bare(link.short_url)}`} className="size-60 rounded-lg bg-white p-2" />
        ) : (
          <Skeleton className="size-60" />
        )}
      </div>
    </Modal>
  );
};

/** The image as an address that holds it. */
export const addressOf = (image: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('the image cannot be read'));
    reader.readAsDataURL(image);
  });
