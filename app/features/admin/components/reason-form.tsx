import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/text-area.tsx';

/** Asks for the reason of something severe, which the owners of an organisation read, before it is done. */
export function ReasonForm(props: {
	hint: string;
	/** Names the act. */
	label: string;
	/** Nothing is lost by it. */
	isHarmless?: boolean;
	isPending: boolean;
	onSubmit: (reason: string) => void;
	onCancel: () => void;
}) {
	const { t } = useLingui();
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		props.onSubmit(String(new FormData(event.currentTarget).get('reason')));
	};
	return (
		<form onSubmit={submit} className="flex w-full flex-col gap-3">
			<TextArea label={t`Reason`} hint={props.hint} name="reason" required maxLength={500} rows={3} />
			<div className="flex gap-2">
				<Button
					type="submit"
					{...(!props.isHarmless && { tone: 'destructive' as const })}
					isLoading={props.isPending}
				>
					{props.label}
				</Button>
				<Button variant="outline" onClick={props.onCancel}>
					<Trans>Cancel</Trans>
				</Button>
			</div>
		</form>
	);
}
