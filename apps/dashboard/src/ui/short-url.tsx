import { bare } from './format';

interface ShortUrlProps {
  readonly url: string;
  /** Of the host, which stands back behind the alias where there is a choice. */
  readonly hostClass?: string;
}

/** A short URL without its scheme, and on narrow screens without its host, which most links share. */
export const ShortUrl = ({ url, hostClass = '' }: ShortUrlProps) => {
  const text = bare(url);
  const at = text.indexOf('/');
  return (
    <>
      <span className={hostClass}>
        <span className="hidden sm:inline">{text.slice(0, at)}</span>/
      </span>
      {text.slice(at + 1)}
    </>
  );
};
