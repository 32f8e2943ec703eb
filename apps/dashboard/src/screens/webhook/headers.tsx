export const Headers = ({
  headers,
  label,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly label: string;
}) => (
  <details className="mt-2 text-sm">
    <summary className="text-soft w-fit rounded-md">{label}</summary>
    <dl className="mt-1 font-mono text-xs leading-5">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt className="text-soft inline">{name}: </dt>
          <dd className="inline">{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);
