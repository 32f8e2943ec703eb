import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from './errors';
import { subscriberNetworkOf } from './forwarded';

const MEGABYTE = 1024 * 1024;

/** Bytes of bodies that a process holds at once. */
const OF_ALL = 128 * MEGABYTE;
/** Of these, bytes of one workspace: six bulk calls of the largest size, or thousands of usual ones. */
const OF_WORKSPACE = 32 * MEGABYTE;
/** Bytes of one network whose requests have no workspace. */
const OF_STRANGER = MEGABYTE;
/** Bytes that a workspace, and such a network, may hold whatever others do: those of usual requests. */
const [ALWAYS_OF_WORKSPACE, ALWAYS_OF_STRANGER] = [64 * 1024, 4 * 1024];

const RETRY_AFTER = { 'retry-after': '1' };

/**
 * Bounds the bytes of bodies that are under way, from the head of a request until its answer has ended: a body is kept
 * whole, and one that comes slowly is kept for as long as a minute.
 */
export class BodyBudget {
  private all = 0;
  private readonly held = new Map<string, number>();

  /**
   * Takes bytes for the body of a request.
   * @throws HttpProblem `rate_limited` where its workspace or network holds too many, `unavailable` where all do and
   * this one more than it always may
   */
  take(bytes: number, request: FastifyRequest, reply: FastifyReply): void {
    const holder = request.workspaceId ?? subscriberNetworkOf(request.ip);
    const held = (this.held.get(holder) ?? 0) + bytes;
    const [most, always] =
      request.workspaceId === null ? [OF_STRANGER, ALWAYS_OF_STRANGER] : [OF_WORKSPACE, ALWAYS_OF_WORKSPACE];
    if (held > most)
      throw new HttpProblem('rate_limited', 'Too many bytes of your requests are under way.', RETRY_AFTER);
    if (held > always && this.all + bytes > OF_ALL)
      throw new HttpProblem('unavailable', 'Too many bytes of requests are under way.', RETRY_AFTER);
    this.held.set(holder, held);
    this.all += bytes;
    finished(reply.raw, () => this.giveBack(bytes, holder));
  }

  private giveBack(bytes: number, holder: string): void {
    const held = (this.held.get(holder) ?? 0) - bytes;
    if (held > 0) this.held.set(holder, held);
    else this.held.delete(holder);
    this.all -= bytes;
  }
}
