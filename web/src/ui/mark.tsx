/** The Countersign logo: two strokes, for signed and countersigned. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-accent-6)" />
      <path
        d="M8 17.5l4.6 4.6L18 12.5M15.5 20l2.1 2.1L25 11"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
