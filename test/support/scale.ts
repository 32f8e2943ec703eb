/** PROMISES=full runs the promises at full scale, which takes minutes to hours; else at a tenth to a fiftieth of it. */
export const atScale = (usual: number, full: number): number => (process.env.PROMISES === 'full' ? full : usual);
