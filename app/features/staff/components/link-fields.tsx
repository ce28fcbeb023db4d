import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { LinkValues } from '../link-form.ts';

const sellAtDoor: StaffAbility = 'sell_at_door';
type PinValues = Pick<LinkValues, 'pin' | 'dropsPin'>;

/** A PIN for new devices of a link; one that the link has can be changed or removed. */
export function PinField(props: {
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
export function Permissions(props: {
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
