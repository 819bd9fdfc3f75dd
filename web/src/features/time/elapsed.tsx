import { useEffect, useState } from "react";

/** The time since an instant, such as "1:04:09", by the clock of this device. */
export function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, []);
  // The clock of this device may be behind the clock of the service.
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  const two = (part: number) => String(part).padStart(2, "0");
  return (
    <span style={{ fontVariantNumeric: "tabular-nums" }}>
      {Math.floor(seconds / 3600)}:{two(Math.floor(seconds / 60) % 60)}:{two(seconds % 60)}
    </span>
  );
}
