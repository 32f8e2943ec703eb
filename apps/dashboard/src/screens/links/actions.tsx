import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Answered, answer, pendingNote, writes } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Link, LinkStatus } from '../../api/queries';
import { copyText } from '../../ui/copy';
import { bare } from '../../ui/format';
import { toast } from '../../ui/toast';

/** What is done to a link, and to 100 of them, by one request. */
export type Step = 'disable' | 'enable' | 'archive' | 'unarchive' | 'delete' | 'restore';

const send = (step: Step, id: string): Promise<Answered<unknown>> => {
  const params = { params: { path: { id } } };
  const sent = {
    disable: () => answer(writes.POST('/v1/links/{id}/disable', params)),
    enable: () => answer(writes.POST('/v1/links/{id}/enable', params)),
    archive: () => answer(writes.POST('/v1/links/{id}/archive', params)),
    unarchive: () => answer(writes.POST('/v1/links/{id}/unarchive', params)),
    restore: () => answer(writes.POST('/v1/links/{id}/restore', params)),
    delete: () => answer(writes.DELETE('/v1/links/{id}', params)),
  };
  return sent[step]();
};

const DONE: Readonly<Record<Step, string>> = {
  disable: 'Disabled',
  enable: 'Enabled',
  archive: 'Archived',
  unarchive: 'Taken out of the archive',
  delete: 'Deleted',
  restore: 'Restored',
};
const BACK: Readonly<Record<Step, Step>> = {
  disable: 'enable',
  enable: 'disable',
  archive: 'unarchive',
  unarchive: 'archive',
  delete: 'restore',
  restore: 'delete',
};

/** Which steps a link in a state allows. */
export const stepsOf = (status: LinkStatus): readonly Step[] => {
  if (status === 'deleted') return ['restore'];
  if (status === 'archived') return ['unarchive', 'delete'];
  return [status === 'disabled' ? 'enable' : 'disable', 'archive', 'delete'];
};

export const STEP_LABELS: Readonly<Record<Step, string>> = {
  disable: 'Disable',
  enable: 'Enable',
  archive: 'Archive',
  unarchive: 'Take out of the archive',
  delete: 'Delete',
  restore: 'Restore',
};

type Named = Pick<Link, 'id' | 'short_url'>;

/** @returns whether it was done */
const take = async (queries: QueryClient, step: Step, link: Named, isBack: boolean): Promise<boolean> => {
  const done = await send(step, link.id).then(
    (answered) => {
      const undo = { undo: () => void take(queries, BACK[step], link, true) };
      toast(`${DONE[step]}: ${bare(link.short_url)}`, { ...pendingNote(answered), ...(!isBack && undo) });
      return true;
    },
    (error: unknown) => {
      toast(`${STEP_LABELS[step]} failed`, { tone: 'bad', description: asProblem(error).message });
      return false;
    },
  );
  await queries.invalidateQueries({ queryKey: ['links'] });
  // A deleted link is not fetched again: it would be a 404.
  const refetchType = done && step === 'delete' ? 'none' : 'active';
  await queries.invalidateQueries({ queryKey: ['link', link.id], refetchType });
  await queries.invalidateQueries({ queryKey: ['history', link.id], refetchType });
  return done;
};

/** @param onDeleted once a link is no more */
export const useLinkSteps = (onDeleted?: () => Promise<void>): ((step: Step, link: Named) => void) => {
  const queries = useQueryClient();
  return useCallback(
    (step, link) =>
      void take(queries, step, link, false).then((done) => (done && step === 'delete' ? onDeleted?.() : undefined)),
    [queries, onDeleted],
  );
};

export const copyShortUrl = (link: Named): void =>
  void copyText(link.short_url).then((done) =>
    done
      ? toast(`Copied ${bare(link.short_url)}`)
      : toast('The browser does not let pages copy', { tone: 'bad', description: link.short_url }),
  );
