import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { EventPlanHint } from '#app/shell/event-plan-hint.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { CheckInList } from '#shared/contracts/door-lists.ts';
import type { StaffLink } from '#shared/contracts/staff.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import { type StaffLinkBody, useDoorPlaces } from '../api.ts';
import { type LinkValues, linkBody, linkValues } from '../link-form.ts';

const sellAtDoor: StaffAbility = 'sell_at_door';

/** What a staff link is called, may do, where, when and on how many devices. The label alone is enough. */
export function StaffLinkDialog(props: {
	event: string;
	timeZone: string;
	/** Null: a new one. */
	link: StaffLink | null;
	/** A new one begins with the permission to sell. */
	sells?: boolean;
	isPending: boolean;
	error: unknown;
	onSave: (body: StaffLinkBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { link, timeZone } = props;
	const [values, setValues] = useState(() =>
		linkValues(link, props.sells ? t`Box office` : t`Main gate`, timeZone, props.sells),
	);
	const { lists, gates } = useDoorPlaces(props.event);
	const problem = props.error instanceof AppError ? props.error : null;
	const errorOf = (field: string) => problem?.details.find((detail) => detail.field === field)?.message;
	const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }));
	function save(event: FormEvent) {
		event.preventDefault();
		void props.onSave(linkBody(values, timeZone));
	}

	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			size="lg"
			title={link ? t`Edit staff link` : t`New staff link`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>
						<Trans>Close</Trans>
					</Button>
					<Button type="submit" form="staff-link-form" isLoading={props.isPending}>
						{link ? t`Save` : t`Create link`}
					</Button>
				</>
			}
		>
			<form id="staff-link-form" noValidate className="flex flex-col gap-6" onSubmit={save}>
				{problem && problem.details.length === 0 ? <ErrorCallout error={problem} /> : null}
				{!link || link.revokedAt ? <EventPlanHint event={props.event} need="staffLinks" /> : null}
				<TextField
					label={t`Label`}
					hint={t`Appears with each check-in, e.g. Main gate`}
					value={values.label}
					onChange={(event) => set({ label: event.target.value })}
					error={errorOf('label')}
					maxLength={100}
					required
				/>
				<Permissions
					chosen={values.abilities}
					onChange={(abilities) => set({ abilities })}
					error={errorOf('abilities')}
				/>
				{lists.length > 1 ? (
					<Lists lists={lists} chosen={values.listIds} onChange={(listIds) => set({ listIds })} />
				) : null}
				{gates.length > 0 ? (
					<Select
						label={t`Gate`}
						isOptional
						hint={t`Saved with each scan.`}
						value={values.gateId}
						onChange={(event) => set({ gateId: event.target.value })}
						placeholder={t`Chosen on the device`}
						options={gates.map((gate) => ({ value: gate.id, label: gate.name }))}
					/>
				) : null}
				<div className="grid gap-5 sm:grid-cols-2">
					<DateTimeField
						label={t`Valid from`}
						isOptional
						value={values.starts}
						onChange={(starts) => set({ starts })}
						error={errorOf('startsAt')}
					/>
					<DateTimeField
						label={t`Valid until`}
						isOptional
						value={values.ends}
						onChange={(ends) => set({ ends })}
						error={errorOf('endsAt')}
					/>
				</div>
				<NumberStepper
					label={t`Device limit`}
					hint={t`0 = unlimited`}
					value={values.deviceLimit}
					onChange={(deviceLimit) => set({ deviceLimit })}
					min={0}
					max={1_000}
				/>
				<PinField hasPin={link?.hasPin ?? false} values={values} onChange={set} error={errorOf('pin')} />
			</form>
		</Dialog>
	);
}

/** A PIN for new devices of a link; one that the link has can be changed or removed. */
function PinField(props: {
	hasPin: boolean;
	values: LinkValues;
	onChange: (change: Partial<LinkValues>) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const { hasPin, values, onChange, error } = props;
	return (
		<>
			<TextField
				label={hasPin ? t`New PIN` : t`PIN`}
				isOptional
				hint={
					hasPin
						? t`4 to 8 digits. Leave empty to keep the current PIN.`
						: t`4 to 8 digits, asked for once per device.`
				}
				value={values.pin}
				onChange={(event) => onChange({ pin: event.target.value })}
				error={error}
				inputMode="numeric"
				autoComplete="off"
				maxLength={8}
			/>
			{hasPin && !values.pin ? (
				<Checkbox
					label={t`Remove PIN`}
					checked={values.dropsPin}
					onChange={(event) => onChange({ dropsPin: event.target.checked })}
				/>
			) : null}
		</>
	);
}

const toggle = <T extends string>(all: T[], one: T, isOn: boolean) =>
	isOn ? [...all, one] : all.filter((other) => other !== one);

function Permissions(props: {
	chosen: StaffAbility[];
	onChange: (abilities: StaffAbility[]) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const choices: { ability: StaffAbility; label: string; hint?: string }[] = [
		{ ability: 'scan', label: t`Scan tickets` },
		{ ability: 'search', label: t`See and search the guest list` },
		{ ability: 'manual_check_in', label: t`Manual check-in` },
		{ ability: 'undo', label: t`Undo a check-in` },
		{ ability: 'see_emails', label: t`See email addresses` },
		{
			ability: sellAtDoor,
			label: t`Sell tickets at the door`,
			hint: t`Sells tickets on the scanner’s page and takes payments for tickets that are not paid yet.`,
		},
		{ ability: 'export', label: t`Download the guest list and scans` },
	];
	return (
		<fieldset className="flex flex-col gap-3">
			<legend className="mb-2 text-sm font-medium">
				<Trans>Permissions</Trans>
			</legend>
			{choices.map(({ ability, label, hint }) => (
				<Checkbox
					key={ability}
					label={label}
					hint={hint}
					checked={props.chosen.includes(ability)}
					onChange={(event) => props.onChange(toggle(props.chosen, ability, event.target.checked))}
				/>
			))}
			{props.error ? <p className="text-sm text-danger">{props.error}</p> : null}
		</fieldset>
	);
}

/** @param props `chosen`: ids of lists; empty means all */
function Lists(props: {
	lists: readonly Pick<CheckInList, 'id' | 'name'>[];
	chosen: string[];
	onChange: (listIds: string[]) => void;
}) {
	const all = props.lists.map(({ id }) => id);
	const chosen = props.chosen.length === 0 ? all : props.chosen;
	return (
		<fieldset className="flex flex-col gap-3">
			<legend className="mb-2 text-sm font-medium">
				<Trans>Check-in lists</Trans>
			</legend>
			{props.lists.map(({ id, name }) => (
				<Checkbox
					key={id}
					label={name}
					checked={chosen.includes(id)}
					onChange={(event) => {
						const next = toggle(chosen, id, event.target.checked);
						// None left would mean all: the last one stays.
						if (next.length > 0) props.onChange(next.length === all.length ? [] : next);
					}}
				/>
			))}
		</fieldset>
	);
}
