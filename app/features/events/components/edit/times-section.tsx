import { Trans, useLingui } from '@lingui/react/macro';
import type { EventChanges } from '#app/features/events/api.ts';
import { useRefusals } from '#app/features/events/changes-api.ts';
import { asIfUtc } from '#app/features/events/wall-time.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useFormats } from '#app/lib/format.ts';
import { Callout } from '#app/ui/callout.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TimeZoneField } from '#app/ui/time-zone-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';
import { repeatToText, textToRepeat } from '#shared/rules/series/repeat-form.ts';
import { RepeatFields } from '../series/repeat-fields.tsx';
import { ClockNotes } from './clock-notes.tsx';
import { useEventSection } from './use-event-section.tsx';

interface Times {
	startsAtLocal: string;
	endsAtLocal: string;
	timeZone: string;
	isAllDay: boolean;
	/** How a draft repeats, as `repeatToText` writes it. */
	repeat: string;
}

/** The last day of whole days ends at the midnight after it; people name the day itself. */
function shownTimes(event: PublicEvent): Times {
	const { startsAtLocal, timeZone, isAllDay } = event;
	const endsAtLocal =
		isAllDay && event.endsAtLocal.endsWith('T00:00')
			? `${addDays(event.endsAtLocal.slice(0, 10), -1)}T00:00`
			: event.endsAtLocal;
	return {
		startsAtLocal: startsAtLocal.slice(0, 16),
		endsAtLocal: endsAtLocal.slice(0, 16),
		timeZone,
		isAllDay,
		repeat: repeatToText(event.organisation?.repeat ?? null),
	};
}

/** Publishing makes the dates; whole days do not repeat. */
const mayRepeat = (event: PublicEvent) =>
	event.publishedAt === null && event.status === 'draft' && !event.series;

function addDays(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function TimesSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const section = useEventSection<Times>(event, shownTimes(event), (touched, all): EventChanges => {
		const { repeat, ...times } = touched;
		const changes: EventChanges = { ...times };
		if (repeat !== undefined) changes.repeat = textToRepeat(repeat);
		// A new start takes the end along unless that was chosen too; whole days are always sent whole.
		if (all.isAllDay || touched.isAllDay !== undefined) {
			changes.startsAtLocal = all.startsAtLocal;
			changes.endsAtLocal = all.endsAtLocal;
		}
		return changes;
	});
	const formats = useFormats();
	const refusal = useRefusals(event)('event.times');
	const { values, set, problem } = section;
	const kind = values.isAllDay ? 'date' : 'datetime';
	const withTime = (value: string | null, fallback: string) =>
		value === null ? fallback : values.isAllDay ? `${value.slice(0, 10)}T00:00` : value.slice(0, 16);
	return (
		<SectionCard
			size="lg"
			id="times"
			title={t`Date and time`}
			description={
				event.status === 'published' ? t`If you reschedule, the page also shows the old date.` : undefined
			}
			chosen={
				values.isAllDay
					? formats.date(asIfUtc(values.startsAtLocal) ?? event.startsAt, 'UTC')
					: formats.dateTime(asIfUtc(values.startsAtLocal) ?? event.startsAt, 'UTC')
			}
			section={section}
			isEditable={refusal === undefined}
			lockedReason={refusal}
		>
			<div className="grid gap-5 sm:grid-cols-2">
				<DateTimeField
					label={t`Starts`}
					name="startsAtLocal"
					kind={kind}
					isDisabled={refusal !== undefined}
					value={values.startsAtLocal}
					onChange={(value) => set(moved(values, withTime(value, values.startsAtLocal)))}
					error={problem('startsAtLocal')}
				/>
				<DateTimeField
					label={values.isAllDay ? t`Last day` : t`Ends`}
					name="endsAtLocal"
					kind={kind}
					isDisabled={refusal !== undefined}
					value={values.endsAtLocal}
					onChange={(value) => set({ endsAtLocal: withTime(value, values.endsAtLocal) })}
					error={problem('endsAtLocal')}
				/>
			</div>
			<Switch
				label={t`All day`}
				checked={values.isAllDay}
				onChange={(change) => set(asWholeDays(values, change.target.checked))}
			/>
			<TimeZoneField
				label={t`Time zone`}
				name="timeZone"
				value={values.timeZone}
				onChange={(timeZone) => set({ timeZone })}
				error={problem('timeZone')}
				at={new Date(event.startsAt)}
				hint={t`Times stay as typed when you change the zone.`}
			/>
			{values.isAllDay ? null : <ClockNotes values={values} />}
			<SalesNote event={event} />
			{mayRepeat(event) && !values.isAllDay ? (
				<RepeatFields
					value={values.repeat}
					onChange={(repeat) => set({ repeat })}
					startsAtLocal={values.startsAtLocal}
					endsAtLocal={values.endsAtLocal}
					timeZone={values.timeZone}
				/>
			) : null}
		</SectionCard>
	);
}

/** Whole days have no times; back from them, an ordinary day's. */
function asWholeDays(values: Times, isAllDay: boolean): Partial<Times> {
	const at = (local: string, time: string) => `${local.slice(0, 10)}T${time}`;
	return {
		isAllDay,
		startsAtLocal: at(values.startsAtLocal, isAllDay ? '00:00' : '09:00'),
		endsAtLocal: at(values.endsAtLocal, isAllDay ? '00:00' : '17:00'),
	};
}

/** The end stays at its distance when the start is moved. */
function moved(values: Times, startsAtLocal: string): Partial<Times> {
	const length = Date.parse(`${values.endsAtLocal}Z`) - Date.parse(`${values.startsAtLocal}Z`);
	const end = Date.parse(`${startsAtLocal}Z`) + length;
	if (Number.isNaN(end)) return { startsAtLocal };
	return { startsAtLocal, endsAtLocal: new Date(end).toISOString().slice(0, 16) };
}

/** Tickets that are still sold when the event is over. */
function SalesNote({ event }: { event: PublicEvent }) {
	const { data } = useApiQuery(listTicketTypes, ['ticket-types', event.id], { params: { event: event.id } });
	const late = (data?.data ?? []).filter((type) => type.salesEndAt && type.salesEndAt > event.endsAt);
	if (late.length === 0) return null;
	const names = late.map((type) => type.name).join(', ');
	return (
		<Callout tone="warning">
			<Trans>Ticket sales end after the event ends: {names}</Trans>
		</Callout>
	);
}
