// All commands with what they load. main.ts imports this once it knows that it has been called correctly.
export { backup } from './backup/backup';
export { acceptSecret } from './commands/accept-secret';
export { adopt } from './commands/adopt';
export { checkpoints } from './commands/checkpoints';
export { copyClicksTo } from './commands/copy-clicks';
export { copyEvents } from './commands/copy-events';
export { database } from './commands/database';
export { reclassify } from './commands/reclassify';
export { replay } from './commands/replay';
export { resetPassword } from './commands/reset-password';
export { stream } from './commands/stream';
export { streams } from './commands/streams';
export { deleteWorkspace, restoreWorkspace, setOwner, setPlan } from './commands/workspace';
export { webhooks } from './commands/webhooks';
export { workspaces } from './commands/workspaces';
export { demo } from './demo/demo';
export { doctor } from './doctor/doctor';
export { withInstallation } from './installation';
