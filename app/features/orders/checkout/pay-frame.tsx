import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** The form around the fields of a payment: what went wrong, what is waited for, and the button that pays. */
export function PayFrame(props: {
	onSubmit: () => Promise<void>;
	isBusy: boolean;
	/** What went wrong; null: nothing. */
	error: ReactNode;
	/** What the bank is waited for; left out: nothing. */
	waiting?: ReactNode;
	label: ReactNode;
	children: ReactNode;
}) {
	const { onSubmit, isBusy, error, waiting, label, children } = props;
	return (
		<form
			className="needs-script flex flex-col gap-5"
			onSubmit={(event) => {
				event.preventDefault();
				void onSubmit();
			}}
		>
			{children}
			{error ? (
				<Callout tone="danger" isUrgent>
					{error}
				</Callout>
			) : null}
			{waiting ? (
				<p role="status" className="flex items-center gap-3 text-sm text-muted">
					<Spinner />
					{waiting}
				</p>
			) : null}
			<Button type="submit" size="lg" tone="event" isLoading={isBusy}>
				{label}
			</Button>
		</form>
	);
}
