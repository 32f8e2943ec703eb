import { CopyButton } from './copy';

interface CodeProps {
  readonly text: string;
  readonly label: string;
  /** The most of the window's height that it takes. */
  readonly height?: string;
  /** What its button for a copy is called; without it there is none. */
  readonly copy?: string;
}

/** Text of a program, as it is. */
export const Code = ({ text, label, height = 'max-h-[46vh]', copy }: CodeProps) => (
  <div className="relative">
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className={`bg-sunken border-line ${height} overflow-auto rounded-lg border p-3 font-mono text-xs leading-5 ${copy === undefined ? '' : 'pr-11'}`}
    >
      {text}
    </pre>
    {copy !== undefined && (
      <span className="bg-sunken absolute top-1.5 right-1.5 rounded-md">
        <CopyButton text={text} label={copy} small />
      </span>
    )}
  </div>
);
