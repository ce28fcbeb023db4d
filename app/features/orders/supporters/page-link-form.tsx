import { useLingui } from '@lingui/react/macro';
import { publicApi } from '#app/lib/public-api.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Form } from '#app/ui/form.tsx';
import { emailInputProps } from '#app/ui/person-inputs.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { sendPageLinks } from '#shared/contracts/supporter-pages.ts';

/** Sends the owner of a page its link again, by email. */
export function PageLinkForm(props: { id: string; event: string; onSent: () => void }) {
	const { t } = useLingui();
	const keyOf = useKeyOf();
	const form = useFormCall({
		labels: { email: t`Email` },
		checks: { email: (typed) => (typed.trim() === '' ? t`Enter your email address.` : undefined) },
		async send({ email = '' }) {
			const body = { email: email.trim() };
			await publicApi.call(sendPageLinks, {
				params: { event: props.event },
				body,
				idempotencyKey: keyOf(body),
			});
			toast({
				variant: 'success',
				description: t`If this address has a page, its link is on the way to your inbox.`,
			});
			props.onSent();
		},
	});
	return (
		<Form id={props.id} method="post" errors={form.summary} onSubmit={form.submit}>
			<TextField
				label={t`Email`}
				{...emailInputProps}
				maxLength={254}
				hint={t`The one you created your page with.`}
				error={form.errorOf('email')}
			/>
		</Form>
	);
}
