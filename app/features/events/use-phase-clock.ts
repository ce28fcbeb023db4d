import { useEffect, useState } from 'react';
import type { EventCard } from '#shared/contracts/events.ts';
import { nextPhaseChange } from './event-phase.ts';

/** The longest time of a timer: 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Now, again at each moment at which the phase of an event may change, and when a page that was hidden is shown. */
export function usePhaseClock({ startsAt, endsAt }: Pick<EventCard, 'startsAt' | 'endsAt'>): Date {
	const [now, setNow] = useState(() => new Date());
	useEffect(() => {
		const tick = () => setNow(new Date());
		// A device that slept holds its timers up.
		document.addEventListener('visibilitychange', tick);
		const next = nextPhaseChange({ startsAt, endsAt }, now.getTime());
		const timer =
			next === null
				? undefined
				: setTimeout(tick, Math.min(Math.max(next - Date.now(), 0), LONGEST_TIMER_MS));
		return () => {
			document.removeEventListener('visibilitychange', tick);
			clearTimeout(timer);
		};
	}, [startsAt, endsAt, now]);
	return now;
}
