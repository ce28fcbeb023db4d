import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSchedules } from '#app/features/reports/api.ts';
import { useReportLabels } from '#app/features/reports/labels.ts';
import { useMembers } from '#app/features/team/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { EventPicker } from '#app/shell/event-picker.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ReportSchedule } from '#shared/contracts/report-sharing.ts';
import type { Report } from '#shared/contracts/reports.ts';
import type { Member } from '#shared/contracts/team.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { reportFormats, reportLimits } from '#shared/rules/report-query.ts';

/** When a report is made and sent by itself. */
export function ScheduleDialog(props: {
	organisation: string;
	report: Report;
	isChanged: boolean;
	/** May choose members to send it to. */
	seesMembers: boolean;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { report } = props;
	const list = useMembers(props.organisation, props.seesMembers);
	const members = list.data?.data ?? [];
	const schedules = useSchedules(props.organisation, report.id);
	const rows = schedules.list.data?.data ?? [];
	return (
		<Dialog
			isOpen
			size="lg"
			onClose={props.onClose}
			title={t`Schedule ${report.name}`}
			description={t`The file is created with your rights and kept for ${reportLimits.fileDays} days. Recipients get an email with a link to it, if they can see everything in it.`}
		>
			<div className="flex flex-col gap-6">
				{props.isChanged ? (
					<Callout tone="neutral">{t`The file has the report as it was last saved.`}</Callout>
				) : null}
				<ErrorCallout error={schedules.list.error} onRetry={schedules.list.refetch} />
				{schedules.list.isPending ? <Skeleton className="h-16" /> : null}
				{rows.length > 0 ? (
					<ul className="divide-y divide-hairline" aria-label={t`Schedules`}>
						{rows.map((row) => (
							<ScheduleRow key={row.id} row={row} members={members} schedules={schedules} />
						))}
					</ul>
				) : null}
				{props.seesMembers && list.isPending ? (
					<Skeleton className="h-64" />
				) : (
					<NewSchedule organisation={props.organisation} members={members} schedules={schedules} />
				)}
			</div>
		</Dialog>
	);
}

type Schedules = ReturnType<typeof useSchedules>;

function NewSchedule(props: { organisation: string; schedules: Schedules; members: readonly Member[] }) {
	const { schedules, members } = props;
	const { t } = useLingui();
	const { formats, weekdays } = useReportLabels();
	const zone = useViewerTimeZone() ?? 'UTC';
	const [kind, setKind] = useState<ReportSchedule['kind']>('weekly');
	const able = members.filter((member) =>
		memberCan({ ...member, isLimited: member.eventIds !== null }, 'reports.view'),
	);
	const [recipients, setRecipients] = useState(() =>
		able.filter(({ isYou }) => isYou).map(({ userId }) => userId),
	);
	const form = useFormCall({
		labels: { at: t`Time`, event: t`Event`, hours: t`Hours`, recipients: t`Send to` },
		checks: {
			at: (at) => (kind === 'event' || /^\d\d:\d\d$/.test(at) ? undefined : t`Enter a time.`),
			event: (event) => (kind !== 'event' || event ? undefined : t`Choose an event.`),
			hours: (hours) =>
				kind !== 'event' || isHours(hours) ? undefined : t`Enter 1 to ${reportLimits.hours} hours.`,
			recipients: () =>
				able.length > 0 && recipients.length === 0 ? t`Choose who gets the email.` : undefined,
		},
		send: async ({ at = '08:00', weekday, day, format, event, hours, side }) => {
			await schedules.create.mutateAsync({
				...{ kind, at, timeZone: zone, recipients },
				...(kind === 'weekly' && { weekday: Number(weekday) }),
				...(kind === 'monthly' && { day: Number(day) }),
				...(kind === 'event' && { event, hours: side === 'before' ? -Number(hours) : Number(hours) }),
				format: reportFormats.find((one) => one === format) ?? 'csv',
			});
		},
	});
	return (
		<Form id="schedule" method="post" errors={form.summary} onSubmit={form.submit}>
			<div className="grid items-start gap-4 sm:grid-cols-2">
				<Select
					label={t`How often`}
					value={kind}
					onChange={({ target }) => setKind(target.value as typeof kind)}
					options={optionsOf({
						daily: t`Every day`,
						weekly: t`Every week`,
						monthly: t`Every month`,
						event: t`Before or after an event`,
					})}
				/>
				{kind === 'event' ? <BesideEvent organisation={props.organisation} form={form} /> : null}
				{kind === 'weekly' ? (
					<Select
						label={t`On`}
						name="weekday"
						defaultValue="1"
						options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
					/>
				) : null}
				{kind === 'monthly' ? (
					<Select
						label={t`On day`}
						name="day"
						defaultValue="1"
						options={Array.from({ length: 31 }, (_, index) => ({
							value: String(index + 1),
							label: index === 30 ? t`31 or the last` : String(index + 1),
						}))}
					/>
				) : null}
				{kind === 'event' ? null : (
					<TextField
						label={t`Time`}
						hint={zone.replaceAll('_', ' ')}
						name="at"
						type="time"
						defaultValue="08:00"
						error={form.errorOf('at')}
					/>
				)}
				<Select
					label={t`File`}
					name="format"
					defaultValue="xlsx"
					options={reportFormats.map((value) => ({ value, label: formats[value] }))}
				/>
			</div>
			{able.length > 1 ? (
				<fieldset className="flex flex-col gap-3">
					<legend className="mb-3 text-sm font-medium">
						<Trans>Send to</Trans>
					</legend>
					<div className="grid max-h-52 gap-3 overflow-y-auto sm:grid-cols-2">
						{able.map((member) => (
							<Checkbox
								key={member.userId}
								label={<span dir="auto">{member.name || member.email}</span>}
								disabled={recipients.length >= reportLimits.recipients && !recipients.includes(member.userId)}
								checked={recipients.includes(member.userId)}
								onChange={({ target }) =>
									setRecipients((old) =>
										target.checked ? [...old, member.userId] : old.filter((id) => id !== member.userId),
									)
								}
							/>
						))}
					</div>
					<FieldError>{form.errorOf('recipients')}</FieldError>
				</fieldset>
			) : null}
			<Button type="submit" className="self-start" isLoading={form.isPending}>{t`Add schedule`}</Button>
		</Form>
	);
}

const isHours = (hours: string) =>
	/^\d{1,3}$/.test(hours) && Number(hours) >= 1 && Number(hours) <= reportLimits.hours;

/** Which event, and how many hours before its start or after its end. */
function BesideEvent(props: {
	organisation: string;
	form: { errorOf: (name: string) => string | undefined };
}) {
	const { t } = useLingui();
	const { form } = props;
	const [event, setEvent] = useState<string | null>(null);
	return (
		<>
			<EventPicker
				organisation={props.organisation}
				label={t`Event`}
				name="event"
				value={event}
				onChange={(chosen) => setEvent(chosen?.id ?? null)}
				error={form.errorOf('event')}
			/>
			<div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-4">
				<TextField
					label={t`Hours`}
					name="hours"
					type="number"
					min={1}
					max={reportLimits.hours}
					defaultValue="2"
					error={form.errorOf('hours')}
				/>
				<Select
					label={t`When`}
					name="side"
					defaultValue="before"
					options={optionsOf({ before: t`before the start`, after: t`after the end` })}
				/>
			</div>
		</>
	);
}

function ScheduleRow(props: { row: ReportSchedule; members: readonly Member[]; schedules: Schedules }) {
	const { t } = useLingui();
	const { row, members, schedules } = props;
	const attempt = useAttempt();
	const formatted = useFormats();
	const { formats, weekdays } = useReportLabels();
	const title = row.event?.title ?? t`another event`;
	const hours = Math.abs(row.hours ?? 0);
	const besideText = ({ hours: signed }: ReportSchedule) =>
		(signed ?? 0) < 0
			? t`${plural(hours, { one: '# hour', other: '# hours' })} before ${title}`
			: t`${plural(hours, { one: '# hour', other: '# hours' })} after ${title}`;
	const day = row.kind === 'weekly' ? (weekdays[(row.weekday ?? 1) - 1] ?? '') : String(row.day ?? '');
	const when = {
		daily: t`Every day at ${row.at}`,
		weekly: t`Every week on ${day} at ${row.at}`,
		monthly: t`Every month on day ${day} at ${row.at}`,
		event: besideText(row),
	}[row.kind];
	const next = formatted.dateTime(row.nextAt, row.timeZone);
	const isOn = row.state === 'on';
	const named = row.recipients.flatMap((id) => members.find(({ userId }) => userId === id) ?? []);
	const names = formatted.list(named.map(({ name, email }) => name || email));
	return (
		<li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
			<div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-2 text-sm font-medium">
					{when} · {formats[row.format]}
					{isOn ? null : (
						<StatusBadge
							tone={row.state === 'failed' || (row.pauseReason ?? 'hand') !== 'hand' ? 'danger' : 'neutral'}
						>
							{row.state === 'failed' ? t`Failed` : row.state === 'done' ? t`Done` : t`Paused`}
						</StatusBadge>
					)}
				</p>
				<p className="text-compact text-muted">
					{isOn ? (
						<Trans>Next: {next}</Trans>
					) : row.pauseReason === 'rights' ? (
						<Trans>The person who scheduled it can no longer see everything in it.</Trans>
					) : row.pauseReason === 'plan' ? (
						<Trans>Your plan does not include reports. Upgrade, then turn it on again.</Trans>
					) : row.pauseReason === 'expired' ? (
						<Trans>Your plan has ended. Renew it, then turn it on again.</Trans>
					) : row.state === 'failed' && row.kind === 'event' ? (
						<Trans>It failed. Add a filter to make the report smaller, then send it now.</Trans>
					) : row.state === 'failed' ? (
						<Trans>
							It failed three times in a row. Add a filter to make the report smaller, then turn it on again.
						</Trans>
					) : null}
				</p>
				<p className="text-compact text-muted [overflow-wrap:anywhere]">
					{named.length === row.recipients.length ? (
						<Trans>To {names}</Trans>
					) : (
						<Plural value={row.recipients.length} one="To # member" other="To # members" />
					)}
				</p>
			</div>
			<Button
				size="sm"
				variant="outline"
				aria-label={t`Send now: ${when}`}
				onClick={() =>
					void attempt(schedules.run.mutateAsync(row.id), t`The report is being created. The email follows.`)
				}
			>
				{t`Send now`}
			</Button>
			{row.state === 'done' ? null : (
				<Button
					size="sm"
					variant="outline"
					aria-label={isOn ? t`Pause: ${when}` : t`Turn on: ${when}`}
					onClick={() =>
						void attempt(
							schedules.setState.mutateAsync({
								...{ id: row.id, version: row.version },
								state: isOn ? 'paused' : 'on',
							}),
						)
					}
				>
					{isOn ? t`Pause` : t`Turn on`}
				</Button>
			)}
			<Button
				size="sm"
				variant="outline"
				tone="destructive"
				aria-label={t`Remove: ${when}`}
				onClick={() => void attempt(schedules.remove.mutateAsync(row.id), t`Schedule removed`)}
			>
				{t`Remove`}
			</Button>
		</li>
	);
}
