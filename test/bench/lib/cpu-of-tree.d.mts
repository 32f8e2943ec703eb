export declare const cpuByPart: (
  pid: number,
  parts: Readonly<Record<string, RegExp>>,
) => Readonly<Record<string, number>>;
