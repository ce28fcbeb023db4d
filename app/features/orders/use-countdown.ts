import { useEffect, useState } from 'react';

/** Milliseconds until an instant, to the second; 0 once it has come, null until the browser counts and where there is none. */
export function useCountdown(until: string | null): number | null {
	const [leftMs, setLeftMs] = useState<number | null>(null);
	useEffect(() => {
		if (until === null) return setLeftMs(null);
		const end = new Date(until).getTime();
		const tick = () => setLeftMs(Math.max(0, end - Date.now()));
		tick();
		const timer = setInterval(tick, 1000);
		return () => clearInterval(timer);
	}, [until]);
	return until === null ? null : leftMs;
}

/** `4:07` */
export function clock(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
