/** The sign of the product. */
export const Mark = ({ className }: { readonly className: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <path
      d="M7 11l4.5 11L16 12.500l4.500 9.500L25 11"
      fill="none"
      className="stroke-on-accent"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
