import { CopyIcon, DownloadIcon } from '@primer/octicons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/copy';
import { Confirm } from '../../ui/dialog';
import { MenuItem, MenuSeparator } from '../../ui/menu';
import { MoreActions } from '../../ui/more-actions';
import { useShortcuts } from '../../ui/shortcuts';
import { toast } from '../../ui/toast';
import { downloadByTicket } from '../analytics/download';
import { titleOf } from './fields';
import { deleteQrCode, type QrCode, savedImageQuery } from './qr-queries';

/** An SVG as its text, which every editor takes; a PNG as an image, where the browser has a clipboard for it. */
const copyImage = async (image: Blob): Promise<boolean> => {
  if (image.type.startsWith('image/svg')) return copyText(await image.text());
  await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
  return true;
};

interface SavedProps {
  readonly read: Answered<QrCode>;
  readonly isChanged: boolean;
}

/** What can be done with the image of a saved QR code. */
export const SavedActions = ({ read: { data: code, etag }, isChanged }: SavedProps) => {
  const { data: image } = useQuery({ ...savedImageQuery(code.id, etag), enabled: !isChanged });
  const unsaved = isChanged ? 'Save the changes first' : undefined;
  const noClipboard =
    code.format === 'png' && !('clipboard' in navigator) ? 'Images are copied over https alone' : undefined;
  const save = (): void => void downloadByTicket(`/v1/qr-codes/${code.id}/image`, `${titleOf(code)}.${code.format}`);
  const copy = (): void =>
    void (
      image &&
      copyImage(image.blob).then(
        () => toast('Copied the image'),
        (error: unknown) =>
          toast('The image could not be copied', { tone: 'bad', description: asProblem(error).message }),
      )
    );
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button icon={<DownloadIcon />} refused={unsaved} onClick={save}>
        Download {code.format.toUpperCase()}
      </Button>
      <Button
        icon={<CopyIcon />}
        refused={unsaved ?? noClipboard ?? (image ? undefined : 'The image is being drawn')}
        onClick={copy}
      >
        Copy {code.format.toUpperCase()}
      </Button>
    </div>
  );
};

interface MenuProps {
  readonly code: QrCode;
  readonly refusal: string | undefined;
}

export const SavedMenu = ({ code, refusal }: MenuProps) => {
  const { workspace } = useParams({ from: '/$workspace' });
  const navigate = useNavigate();
  const [deletes, setDeletes] = useState(false);
  const duplicate = (): void =>
    void navigate({ to: '/$workspace/qr-codes/new', params: { workspace }, search: { from: code.id } });
  useShortcuts('QR code', [
    { keys: 'd', label: 'Duplicate', run: () => refusal === undefined && duplicate() },
    { keys: '#', label: 'Delete', run: () => refusal === undefined && setDeletes(true) },
  ]);
  return (
    <>
      <MoreActions>
        {code.link_id !== null && (
          <MenuItem
            onSelect={() =>
              void navigate({ to: '/$workspace/links/$id', params: { workspace, id: code.link_id ?? '' } })
            }
          >
            Open its link
          </MenuItem>
        )}
        <MenuItem onSelect={() => void copyText(code.id).then(() => toast('Copied the id'))}>Copy id</MenuItem>
        <MenuItem hint="D" refused={refusal} onSelect={duplicate}>
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDangerous hint="#" refused={refusal} onSelect={() => setDeletes(true)}>
          Delete
        </MenuItem>
      </MoreActions>
      {deletes && <Deletion code={code} onClose={() => setDeletes(false)} />}
    </>
  );
};

const Deletion = ({ code, onClose }: { readonly code: QrCode; readonly onClose: () => void }) => {
  const { workspace } = useParams({ from: '/$workspace' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteQrCode(code.id),
    onSuccess: (answered) => {
      void queries.invalidateQueries({ queryKey: ['qr-codes'] });
      toast(`Deleted “${titleOf(code)}”`, pendingNote(answered));
      void navigate({ to: '/$workspace/qr-codes', params: { workspace } });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete “${titleOf(code)}”?`}
      action="Delete QR code"
      busy={deletion.isPending}
      problem={deletion.error && asProblem(deletion.error)}
      onConfirm={() => deletion.mutate()}
    >
      <p>What is printed goes on leading where it leads. Programs that ask for this image get a 404.</p>
    </Confirm>
  );
};
