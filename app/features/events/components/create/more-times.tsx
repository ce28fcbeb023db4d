import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { EventDraft } from '#app/features/events/stored-draft.ts';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { TimeZoneField } from '#app/ui/time-zone-field.tsx';
import { RepeatFields } from '../series/repeat-fields.tsx';

// With its own library of times: for the long form only.
const ClockNotes = lazy(async () => {
	const [module] = await Promise.all([import('../edit/clock-notes.tsx'), ensureTemporal()]);
	return { default: module.ClockNotes };
});

/** Further fields of a draft’s times: zone, clock changes and repeats. */
export function MoreTimes(props: {
	draft: EventDraft;
	/** As typed, or as proposed. */
	endsAtLocal: string;
	isLong: boolean | undefined;
	onChange: (part: Partial<EventDraft>) => void;
	/** The error of a field. */
	problem: (name: string) => string | undefined;
}) {
	const { draft, endsAtLocal, isLong, onChange, problem } = props;
	const { t } = useLingui();
	const { startsAtLocal, timeZone } = draft;
	return (
		<>
			<TimeZoneField
				label={t`Time zone`}
				name="timeZone"
				value={timeZone}
				onChange={(zone) => onChange({ timeZone: zone })}
				error={problem('timeZone')}
				hint={t`Event times use this zone. Guests elsewhere also see their local time.`}
			/>
			{isLong ? (
				<Suspense>
					<ClockNotes values={{ startsAtLocal, endsAtLocal, timeZone }} />
				</Suspense>
			) : null}
			<RepeatFields
				value={draft.repeat}
				onChange={(repeat) => onChange({ repeat })}
				{...{ startsAtLocal, endsAtLocal, timeZone }}
			/>
		</>
	);
}
