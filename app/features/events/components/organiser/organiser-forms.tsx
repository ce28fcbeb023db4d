import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import type { FormAnswer } from '#app/lib/form-answer.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { OrganiserPage } from '#shared/contracts/organisers.ts';

interface Props {
	organiser: OrganiserPage;
	answer: FormAnswer | undefined;
}

/** The state of a form: typed values, refused fields, and whether it is being sent. */
function useAnswer(answer: FormAnswer | undefined, intent: string) {
	const navigation = useNavigation();
	const refused = answer && !answer.isSent ? answer : undefined;
	return {
		typed: refused?.values ?? {},
		errors: refused?.errors ?? [],
		errorOf: (name: string) => refused?.errors.find((error) => error.name === name)?.message,
		isSending: navigation.state === 'submitting' && navigation.formData?.get('intent') === intent,
	};
}

/** A box with a form, or what was sent with it. */
function FormBox(
	props: Props & {
		id: string;
		intent: string;
		title: ReactNode;
		sent: ReactNode;
		children: (form: ReturnType<typeof useAnswer>) => ReactNode;
	},
) {
	const { organiser, answer, id, intent } = props;
	const form = useAnswer(answer, intent);
	return (
		<section aria-labelledby={id} className="flex flex-col gap-4 rounded-xl border bg-surface p-5">
			<h2 id={id} className="text-lg font-semibold">
				{props.title}
			</h2>
			{answer?.isSent ? (
				<Callout tone="success" isUrgent>
					{props.sent}
				</Callout>
			) : (
				<Form method="post" action={`/organisers/${organiser.slug}`} errors={form.errors}>
					<input type="hidden" name="intent" value={intent} />
					{props.children(form)}
				</Form>
			)}
		</section>
	);
}

/** Asks for email about new events; the address confirms it. */
export function FollowForm(props: Props) {
	const { t } = useLingui();
	return (
		<FormBox
			{...props}
			id="follow"
			intent="follow"
			title={<Trans>Follow</Trans>}
			sent={<Trans>Almost done: open the link we sent to your email.</Trans>}
		>
			{(form) => (
				<>
					<TextField
						label={t`Email`}
						id="follow-email"
						name="email"
						type="email"
						autoComplete="email"
						hint={t`Email about new events, at most one a day. You can leave at any time.`}
						defaultValue={form.typed.email}
						error={form.errorOf('email')}
						required
					/>
					<Button type="submit" isLoading={form.isSending} className="self-start">
						<Trans>Follow</Trans>
					</Button>
				</>
			)}
		</FormBox>
	);
}

/** Writes to the organiser. */
export function MessageForm(props: Props) {
	const { t } = useLingui();
	return (
		<FormBox
			{...props}
			id="contact"
			intent="message"
			title={<Trans>Contact</Trans>}
			sent={<Trans>Your message is on its way. The organiser replies to your email.</Trans>}
		>
			{(form) => (
				<>
					<TextField
						label={t`Name`}
						name="name"
						autoComplete="name"
						maxLength={100}
						defaultValue={form.typed.name}
						error={form.errorOf('name')}
						required
					/>
					<TextField
						label={t`Email`}
						id="contact-email"
						name="email"
						type="email"
						autoComplete="email"
						defaultValue={form.typed.email}
						error={form.errorOf('email')}
						required
					/>
					<TextArea
						label={t`Message`}
						name="text"
						rows={5}
						maxLength={4000}
						defaultValue={form.typed.text}
						error={form.errorOf('text')}
						required
					/>
					<Button type="submit" variant="outline" isLoading={form.isSending} className="self-start">
						<Trans>Send message</Trans>
					</Button>
				</>
			)}
		</FormBox>
	);
}
