import type { ReactNode } from 'react';
import type { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';

/** A form in a card of the security page, with its button. */
export function CardForm(props: {
	form: Pick<ReturnType<typeof useFormCall>, 'summary' | 'submit' | 'isPending'>;
	label: ReactNode;
	children: ReactNode;
}) {
	const { form, label, children } = props;
	return (
		<Form method="post" errors={form.summary} onSubmit={form.submit}>
			{children}
			<div>
				<Button type="submit" variant="outline" isLoading={form.isPending}>
					{label}
				</Button>
			</div>
		</Form>
	);
}
