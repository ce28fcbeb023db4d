import { Trans } from '@lingui/react/macro';
import { Checkbox } from '#app/ui/checkbox.tsx';
import type { WebhookType } from '#shared/rules/webhook-types.ts';
import { useTypeLabels } from '../labels.ts';

/** The messages to choose from. */
export function Types<T extends WebhookType>(props: {
	offered: readonly T[];
	types: T[];
	onChange: (update: (old: T[]) => T[]) => void;
	error: string | undefined;
}) {
	const labels = useTypeLabels();
	return (
		<fieldset className="flex flex-col gap-3">
			<legend className="mb-2 text-sm font-medium">
				<Trans>Messages</Trans>
			</legend>
			<div className="grid gap-3 sm:grid-cols-2">
				{props.offered.map((type) => (
					<Checkbox
						key={type}
						label={labels[type]}
						checked={props.types.includes(type)}
						onChange={({ target }) =>
							props.onChange((old) =>
								target.checked ? [...old, type] : old.filter((other) => other !== type),
							)
						}
					/>
				))}
			</div>
			{props.error ? <p className="text-sm text-danger">{props.error}</p> : null}
		</fieldset>
	);
}
