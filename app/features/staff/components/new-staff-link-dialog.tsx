import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { defaultStaffAbilities, type StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { useStaffLinkActions } from '../api.ts';
import type { MadeLink } from './staff-link-card.tsx';

/** Label, what the link may do, and a PIN if wanted. The label alone is enough. */
export function NewStaffLinkDialog(props: {
	create: ReturnType<typeof useStaffLinkActions>['create'];
	onMade: (link: MadeLink) => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { create } = props;
	const [label, setLabel] = useState(t`Main door`);
	const [pin, setPin] = useState('');
	const [abilities, setAbilities] = useState<StaffAbility[]>(defaultStaffAbilities);
	const problem = create.error instanceof AppError ? create.error : null;
	const errorOf = (field: string) => problem?.details.find((detail) => detail.field === field)?.message;
	const choices: { ability: StaffAbility; label: string }[] = [
		{ ability: 'scan', label: t`Scan tickets` },
		{ ability: 'search', label: t`Search the guest list` },
		{ ability: 'manual_check_in', label: t`Check in by hand` },
		{ ability: 'undo', label: t`Undo a check-in` },
		{ ability: 'see_emails', label: t`See email addresses` },
	];

	async function make(event: FormEvent) {
		event.preventDefault();
		try {
			props.onMade(await create.mutateAsync({ label, abilities, ...(pin ? { pin } : {}) }));
		} catch {
			// Shown in the form.
		}
	}

	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={t`New staff link`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>
						<Trans>Close</Trans>
					</Button>
					<Button type="submit" form="staff-link-form" isLoading={create.isPending}>
						{t`Make link`}
					</Button>
				</>
			}
		>
			<form
				id="staff-link-form"
				noValidate
				className="flex flex-col gap-5"
				onSubmit={(event) => void make(event)}
			>
				{problem && problem.details.length === 0 ? (
					<p role="alert" className="text-danger">
						{problem.userMessage}
					</p>
				) : null}
				<TextField
					label={t`Label`}
					hint={t`Shown beside each check-in: a gate, a shift, a name.`}
					value={label}
					onChange={(event) => setLabel(event.target.value)}
					error={errorOf('label')}
					maxLength={100}
					required
				/>
				<fieldset className="flex flex-col gap-3">
					<legend className="mb-2 text-sm font-medium">
						<Trans>What it may do</Trans>
					</legend>
					{choices.map((choice) => (
						<Checkbox
							key={choice.ability}
							label={choice.label}
							checked={abilities.includes(choice.ability)}
							onChange={(event) =>
								setAbilities(
									event.target.checked
										? [...abilities, choice.ability]
										: abilities.filter((ability) => ability !== choice.ability),
								)
							}
						/>
					))}
					{errorOf('abilities') ? <p className="text-sm text-danger">{errorOf('abilities')}</p> : null}
				</fieldset>
				<TextField
					label={t`PIN`}
					isOptional
					hint={t`4 to 8 digits, asked for once per device.`}
					value={pin}
					onChange={(event) => setPin(event.target.value)}
					error={errorOf('pin')}
					inputMode="numeric"
					autoComplete="off"
					maxLength={8}
				/>
			</form>
		</Dialog>
	);
}
