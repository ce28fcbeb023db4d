import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { ListedGroup } from '#shared/contracts/groups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { zoneCity } from '#shared/lib/formats.ts';
import { MOST_GROUP_PLACES } from '#shared/rules/groups.ts';
import type { GroupActions } from '../api.ts';
import {
	bodyOf,
	changesOf,
	checkValues,
	type GroupField,
	type GroupProblem,
	type GroupValues,
	valuesOf,
} from '../group-form.ts';

const idOf = (field: GroupField) => `group-${field}`;

interface DialogProps {
	event: PublicEvent;
	/** Null: a new one, whose guests pay for themselves. */
	group: ListedGroup | null;
	actions: GroupActions;
	onClose: () => void;
}

/** Makes a group whose guests pay for themselves, or changes one of either kind. */
export function GroupDialog(props: DialogProps) {
	const { t } = useLingui();
	const { event, actions, onClose } = props;
	// What the form began with: what separates the person's changes from a colleague's.
	const [group] = useState(props.group);
	const [before] = useState(() => valuesOf(group, event, new Date()));
	const [values, setValues] = useState(before);
	const [problems, setProblems] = useState<Partial<Record<GroupField, GroupProblem>>>({});
	const keyOf = useKeyOf();
	const labels = useProblemLabels(group?.taken ?? 0);
	const mailNote = useMailNote({ isSandbox: event.isSandbox });
	const action = group ? actions.update : actions.create;
	const { isPending, error } = action;
	const details = error instanceof AppError ? error.details : [];
	const errorOf = (field: GroupField) =>
		problems[field] ? labels[problems[field]] : details.find((detail) => detail.field === field)?.message;

	async function send() {
		if (!group) {
			const body = bodyOf(values, event);
			await actions.create.mutateAsync({ body, key: keyOf(body) });
			return toast({ variant: 'success', description: t`${body.name} created` });
		}
		const changes = changesOf(before, values, event);
		if (Object.keys(changes).length > 0) await actions.update.mutateAsync({ group: group.id, changes });
		toast({ variant: 'success', description: t`${values.name.trim()} saved` });
	}
	async function save() {
		if (isPending) return;
		const found = checkValues(values, event, {
			pays: group?.pays ?? 'each',
			taken: group?.taken ?? 0,
			now: new Date(),
			isDeadlineNew: values.deadlineAt !== before.deadlineAt || !group,
		});
		setProblems(found);
		const [first] = Object.keys(found) as GroupField[];
		if (first) return document.getElementById(idOf(first))?.focus();
		try {
			await send();
		} catch {
			return; // Shown in the form.
		}
		onClose();
	}
	return (
		<FormDialog
			form="group-form"
			onClose={onClose}
			isPending={isPending}
			label={group ? t`Save` : t`Create group`}
			staysOpen
			size="lg"
			title={group ? t`Edit group` : t`New group`}
			description={
				group
					? undefined
					: `${t`Guests pay for themselves. The places are held until the deadline; what is left then becomes available to others.`} ${mailNote ?? t`The leader gets a link by email.`}`
			}
			error={details.length === 0 ? error : null}
			onSubmit={() => void save()}
		>
			<Fields
				event={event}
				group={group}
				values={values}
				onChange={(part) => {
					setValues({ ...values, ...part });
					setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in part))));
				}}
				errorOf={errorOf}
			/>
		</FormDialog>
	);
}

interface FieldsProps {
	event: PublicEvent;
	group: ListedGroup | null;
	values: GroupValues;
	onChange: (part: Partial<GroupValues>) => void;
	errorOf: (field: GroupField) => string | undefined;
}

function Fields(props: FieldsProps) {
	const { t, i18n } = useLingui();
	const { event, group, values, onChange, errorOf } = props;
	const city = zoneCity(event.timeZone);
	const most = i18n.number(MOST_GROUP_PLACES);
	const text = (field: 'name' | 'leaderName' | 'leaderEmail' | 'places') => ({
		id: idOf(field),
		value: values[field],
		onChange: (change: { target: { value: string } }) => onChange({ [field]: change.target.value }),
		error: errorOf(field),
		required: true,
		autoComplete: 'off',
	});
	return (
		<>
			<TextField {...text('name')} label={t`Name`} hint={t`Guests see it.`} maxLength={80} dir="auto" />
			<div className="grid gap-5 sm:grid-cols-2">
				<TextField {...text('leaderName')} label={t`Leader’s name`} maxLength={200} dir="auto" />
				<TextField {...text('leaderEmail')} label={t`Leader’s email`} type="email" maxLength={254} />
			</div>
			{group?.pays === 'leader' ? null : (
				<>
					<TicketTypeField {...props} />
					<div className="grid gap-5 sm:grid-cols-2">
						<TextField {...text('places')} label={t`Places`} hint={t`Up to ${most}`} inputMode="numeric" />
						<DateTimeField
							id={idOf('deadlineAt')}
							label={t`Deadline`}
							value={values.deadlineAt}
							onChange={(deadlineAt) => onChange({ deadlineAt })}
							error={errorOf('deadlineAt')}
							hint={t`${city} time. At the latest when the event starts`}
						/>
					</div>
				</>
			)}
		</>
	);
}

/** What each guest orders. A donation has no price to order a place at, and what needs approval holds a place for nobody else. */
function TicketTypeField(props: FieldsProps) {
	const { event, group, values, onChange, errorOf } = props;
	const { t } = useLingui();
	const types = useTicketTypes(event.id).data?.data ?? [];
	const offered = types.filter(({ kind, needsApproval }) => kind !== 'donation' && !needsApproval);
	if (group) return <TextField label={t`Ticket`} value={group.ticketType?.name ?? ''} readOnly dir="auto" />;
	return (
		<Select
			id={idOf('ticketTypeId')}
			label={t`Ticket`}
			value={values.ticketTypeId}
			onChange={(change) => onChange({ ticketTypeId: change.target.value })}
			options={offered.map(({ id, name }) => ({ value: id, label: name }))}
			placeholder={t`Choose a ticket`}
			error={errorOf('ticketTypeId')}
			required
		/>
	);
}

function useProblemLabels(taken: number): Record<GroupProblem, string> {
	const { t, i18n } = useLingui();
	return {
		missing: t`Enter a name.`,
		'not-an-email': t`Enter an email address, like ada@example.org.`,
		'no-ticket': t`Choose a ticket.`,
		'not-a-count': t`Enter a number from 1 to ${i18n.number(MOST_GROUP_PLACES)}.`,
		'below-taken': t`${i18n.number(taken)} spots are taken already. Enter at least that many.`,
		'no-deadline': t`Enter a deadline.`,
		'deadline-passed': t`Choose a deadline in the future.`,
		'deadline-too-late': t`Choose a deadline before the event starts.`,
	};
}
