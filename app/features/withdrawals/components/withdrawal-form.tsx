import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigation } from 'react-router';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { isEmail } from '#app/lib/is-email.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { Form } from '#app/ui/form.tsx';
import { emailInputProps } from '#app/ui/person-inputs.ts';
import { TextField } from '#app/ui/text-field.tsx';

/** The result shown after a withdrawal form was sent. */
export type WithdrawalAnswer =
	| { step: 'details'; values: Record<string, string>; errors: FormError[] }
	| { step: 'confirm'; values: Record<string, string>; errors: FormError[] }
	| { step: 'done'; receivedAt: string; email: string };

/** Of the details of a statement those that are empty, or no email address. */
export function missingDetails({ name = '', reference = '', email = '' }: Record<string, string>) {
	const isGiven = {
		name: name.trim() !== '',
		reference: reference.trim() !== '',
		email: isEmail(email.trim()),
	};
	return (['name', 'reference', 'email'] as const).filter((field) => !isGiven[field]);
}

/** The two steps of a withdrawal, and that it was received; works before its script as well. */
export function WithdrawalForm({ answer }: { answer: WithdrawalAnswer | undefined }) {
	if (answer?.step === 'done') return <Received {...answer} />;
	if (answer?.step === 'confirm') return <ConfirmStep answer={answer} />;
	return <DetailsStep answer={answer} />;
}

function useIsSending() {
	const navigation = useNavigation();
	return navigation.state !== 'idle' && navigation.formMethod === 'POST';
}

/** What of the details that were sent is missing or wrong; browsers say less of it, and nothing of blanks. */
function useMissing(values: Record<string, string> | undefined): FormError[] {
	const { t } = useLingui();
	if (values?.step !== 'details') return [];
	const texts = {
		name: t`Please enter your name.`,
		reference: t`Please enter the number of your order or purchase.`,
		email: t`Please enter a valid email address.`,
	};
	return missingDetails(values).map((name) => ({ name, message: texts[name] }));
}

function DetailsStep({ answer }: { answer: Extract<WithdrawalAnswer, { step: 'details' }> | undefined }) {
	const { t } = useLingui();
	const isSending = useIsSending();
	const errors = [...(answer?.errors ?? []), ...useMissing(answer?.values)];
	const errorOf = (name: string) => errors.find((error) => error.name === name)?.message;
	return (
		<Form method="post" id="withdrawal" size="lg" className="max-w-md" errors={errors}>
			<input type="hidden" name="step" value="details" />
			<TextField
				label={t`Name`}
				name="name"
				autoComplete="name"
				required
				maxLength={200}
				defaultValue={answer?.values.name}
				error={errorOf('name')}
			/>
			<TextField
				label={t`Order or purchase number`}
				name="reference"
				autoComplete="off"
				dir="ltr"
				required
				maxLength={100}
				hint={t`It is in the email about your purchase, for example K7QX2M or GC-4K7Q-X2MB.`}
				defaultValue={answer?.values.reference}
				error={errorOf('reference')}
			/>
			<TextField
				label={t`Email`}
				{...emailInputProps}
				dir="ltr"
				hint={t`The address you bought with. The confirmation is sent there.`}
				defaultValue={answer?.values.email}
				error={errorOf('email')}
			/>
			<Button type="submit" size="lg" isLoading={isSending} className="self-start">
				<Trans>Continue</Trans>
			</Button>
		</Form>
	);
}

function ConfirmStep({ answer }: { answer: Extract<WithdrawalAnswer, { step: 'confirm' }> }) {
	const { t } = useLingui();
	const isSending = useIsSending();
	const { values, errors } = answer;
	const facts = [
		[t`Name`, values.name],
		[t`Order or purchase number`, values.reference],
		[t`Confirmation sent to`, values.email],
	];
	const hidden = ['name', 'reference', 'email'].map((name) => (
		<input key={name} type="hidden" name={name} value={values[name] ?? ''} />
	));
	return (
		<section aria-labelledby="check" className="flex max-w-md flex-col gap-5" aria-live="polite">
			<h2 id="check" tabIndex={-1} className="text-lg font-semibold">
				<Trans>Check your statement</Trans>
			</h2>
			<dl className="flex flex-col gap-3">
				{facts.map(([label, value]) => (
					<div key={label}>
						<dt className="text-sm text-muted">{label}</dt>
						<dd className="[overflow-wrap:anywhere]" dir="auto">
							{value}
						</dd>
					</div>
				))}
			</dl>
			<Form method="post" id="confirm" size="lg" errors={errors}>
				<input type="hidden" name="step" value="confirm" />
				{hidden}
				<Button type="submit" size="lg" isLoading={isSending} className="self-start">
					<Trans>Confirm withdrawal</Trans>
				</Button>
			</Form>
			<Form method="post" id="change">
				<input type="hidden" name="step" value="change" />
				{hidden}
				<Button type="submit" variant="outline" className="self-start">
					<Trans>Change details</Trans>
				</Button>
			</Form>
		</section>
	);
}

function Received({ receivedAt, email }: { receivedAt: string; email: string }) {
	const { hasEmail } = useSite();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const time = formats.dateTime(receivedAt, zone);
	return (
		<Callout
			tone="success"
			title={<Trans>We have received your statement</Trans>}
			isUrgent
			className="max-w-md"
		>
			<p>
				<time dateTime={receivedAt}>
					<Trans>
						Received on {time} ({zone}).
					</Trans>
				</time>
			</p>
			<p className="[overflow-wrap:anywhere]">
				{hasEmail ? (
					<Trans>
						A confirmation is on its way to <bdi>{email}</bdi>. What happens next is in that email.
					</Trans>
				) : (
					<Trans>
						No email is sent yet: save this page. A confirmation follows to <bdi>{email}</bdi> once emails are
						sent.
					</Trans>
				)}
			</p>
		</Callout>
	);
}
