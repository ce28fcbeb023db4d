import { Trans } from '@lingui/react/macro';
import { toggled } from '#app/lib/toggled.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import type { AcceptedType } from '#shared/rules/webhook-types.ts';
import { useTypeLabels } from '../labels.ts';
import { useTypeGroups } from '../type-groups.ts';

/** The messages to choose from, by what they are about. */
export function Types<T extends AcceptedType>(props: {
	offered: readonly T[];
	types: T[];
	onChange: (update: (old: T[]) => T[]) => void;
	error: string | undefined;
}) {
	const labels = useTypeLabels();
	const groups = useTypeGroups();
	const shown = groups
		.map(({ label, has }) => ({ label, types: props.offered.filter((type) => has(type)) }))
		.filter(({ types }) => types.length > 0);
	return (
		<fieldset className="flex flex-col gap-4">
			<legend className="mb-2 text-sm font-medium">
				<Trans>Messages</Trans>
			</legend>
			{shown.map(({ label, types }) => (
				<fieldset key={label}>
					<legend className="mb-2 text-sm text-muted">{label}</legend>
					<div className="grid gap-3 sm:grid-cols-2">
						{types.map((type) => (
							<Checkbox
								key={type}
								label={labels[type]}
								checked={props.types.includes(type)}
								onChange={({ target }) => props.onChange((old) => toggled(old, type, target.checked))}
							/>
						))}
					</div>
				</fieldset>
			))}
			{props.error ? <p className="text-sm text-danger">{props.error}</p> : null}
		</fieldset>
	);
}
