import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { refusedFields } from '#app/lib/form-errors.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { LinkValues } from '../link-form.ts';

const sellAtDoor: StaffAbility = 'sell_at_door';
type PinValues = Pick<LinkValues, 'pin' | 'dropsPin'>;
type CommonValues = PinValues & Pick<LinkValues, 'label' | 'abilities' | 'deviceLimit'>;

/** The fields of each link, of an event or of a series, and in between those of one of them alone. */
export function LinkDialog(props: {
	/** Null: a new one. */
	link: { hasPin: boolean } | null;
	description?: string;
	/** Above the fields. */
	note?: ReactNode;
	deviceLimitHint: string;
	values: CommonValues;
	onChange: (change: Partial<CommonValues>) => void;
	isPending: boolean;
	error: unknown;
	onSave: () => Promise<void>;
	onClose: () => void;
	children: ReactNode;
}) {
	const { t } = useLingui();
	const { link, values, onChange, onClose } = props;
	const { whole, errorOf } = refusedFields(props.error);
	function save(event: FormEvent) {
		event.preventDefault();
		void props.onSave();
	}
	return (
		<FormDialog
			form="staff-link-form"
			onClose={onClose}
			size="lg"
			title={link ? t`Edit staff link` : t`New staff link`}
			description={props.description}
			isPending={props.isPending}
			label={link ? t`Save` : t`Create link`}
			onSubmit={save}
			className="flex flex-col gap-6"
			error={whole}
		>
			{props.note}
			<TextField
				label={t`Label`}
				hint={t`Appears with each check-in, e.g. Main gate`}
				value={values.label}
				onChange={(event) => onChange({ label: event.target.value })}
				error={errorOf('label')}
				maxLength={100}
				required
			/>
			<Permissions
				chosen={values.abilities}
				onChange={(abilities) => onChange({ abilities })}
				error={errorOf('abilities')}
			/>
			{props.children}
			<NumberStepper
				label={t`Device limit`}
				hint={props.deviceLimitHint}
				value={values.deviceLimit}
				onChange={(deviceLimit) => onChange({ deviceLimit })}
				min={0}
				max={1_000}
			/>
			<PinField hasPin={link?.hasPin ?? false} values={values} onChange={onChange} error={errorOf('pin')} />
		</FormDialog>
	);
}

/** A PIN for new devices of a link; one that the link has can be changed or removed. */
function PinField(props: {
	hasPin: boolean;
	values: PinValues;
	onChange: (change: Partial<PinValues>) => void;
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

/** A list with one of its values more or less. */
export const toggle = <T extends string>(all: T[], one: T, isOn: boolean) =>
	isOn ? [...all, one] : all.filter((other) => other !== one);

/** What a link may do. */
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
