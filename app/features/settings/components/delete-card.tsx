import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { forgetSession } from '#app/lib/session.ts';
import { leaveSession } from '#app/shell/use-log-out.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { deleteAccount, getDeletion } from '#shared/contracts/settings.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Ends the account; says what goes, what stays and why, and what stands in the way. */
export function DeleteCard({ email, confirmed }: { email: string; confirmed: Confirmed }) {
	const { t } = useLingui();
	const [isOpen, setIsOpen] = useState(false);
	const deletion = useApiQuery(getDeletion, ['account', 'deletion']);
	const blockers = deletion.data?.blockers ?? [];
	return (
		<Card
			id="delete"
			title={t`Delete my account`}
			description={t`Permanent and immediate.`}
			className="scroll-mt-24"
		>
			<div className="flex flex-col gap-5 text-sm">
				<div className="grid gap-5 sm:grid-cols-2">
					<div>
						<h3 className="font-semibold">
							<Trans>What we delete</Trans>
						</h3>
						<ul className="mt-1 list-disc space-y-1 ps-5">
							<li>
								<Trans>Your name, email, photo, password and all other ways to log in.</Trans>
							</li>
							<li>
								<Trans>Your name and email in orders, on tickets and in sent emails.</Trans>
							</li>
							<li>
								<Trans>Your memberships, and the details of organisations that only you belong to.</Trans>
							</li>
						</ul>
					</div>
					<div>
						<h3 className="font-semibold">
							<Trans>What we keep, and why</Trans>
						</h3>
						<ul className="mt-1 list-disc space-y-1 ps-5">
							<li>
								<Trans>
									Orders with their totals, without your name: organisers need them for their accounts.
								</Trans>
							</li>
							<li>
								<Trans>Tickets for upcoming events, as “Erased person”: someone may still use one.</Trans>
							</li>
							<li>
								<Trans>
									Past events of your organisation, as “Closed organisation”: guests attended them.
								</Trans>
							</li>
							<li>
								<Trans>Your feedback reports, without your email: they are about the product.</Trans>
							</li>
							<li>
								<Trans>The audit log of admin actions: misuse must stay provable.</Trans>
							</li>
						</ul>
					</div>
				</div>
				{deletion.error && !deletion.data ? (
					<ErrorCallout error={deletion.error} onRetry={deletion.refetch} />
				) : null}
				{blockers.map((blocker) => (
					<Callout key={blocker} tone="warning" title={t`Can’t delete yet`}>
						{blocker}
					</Callout>
				))}
				<div>
					<Button
						variant="outline"
						tone="destructive"
						isDisabled={deletion.isPending}
						disabledReason={blockers.length > 0 ? t`See what to do first above` : undefined}
						onClick={() => setIsOpen(true)}
					>
						<Trans>Delete my account</Trans>
					</Button>
				</div>
			</div>
			{isOpen ? <Sure email={email} confirmed={confirmed} onClose={() => setIsOpen(false)} /> : null}
		</Card>
	);
}

function Sure(props: { email: string; confirmed: Confirmed; onClose: () => void }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	const [typed, setTyped] = useState('');
	const [errors, setErrors] = useState<FormError[]>([]);
	const [isPending, setIsPending] = useState(false);
	async function submit(event: FormEvent) {
		event.preventDefault();
		setIsPending(true);
		setErrors([]);
		try {
			const isDone = await props.confirmed(async () => {
				await api.call(deleteAccount, { body: { email: typed } });
				return true;
			});
			if (!isDone) return;
			await leaveSession(navigate, forgetSession);
			toast({ variant: 'default', title: t`Your account is deleted` });
		} catch (error) {
			const details = error instanceof AppError ? error.details : [];
			setErrors(
				details.length > 0
					? details.map(({ message }) => ({ name: 'email', message }))
					: [{ message: errorText(error) }],
			);
		} finally {
			setIsPending(false);
		}
	}
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			isDismissable={!isPending}
			size="sm"
			title={t`Delete your account?`}
			description={t`This can’t be undone. Type ${props.email} to confirm.`}
		>
			<Form method="post" errors={errors} onSubmit={(event) => void submit(event)}>
				<TextField
					label={t`Your email`}
					name="email"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					value={typed}
					onChange={(change) => setTyped(change.target.value)}
					error={errors.find(({ name }) => name)?.message}
					required
				/>
				<Button type="submit" tone="destructive" isLoading={isPending}>
					<Trans>Delete account</Trans>
				</Button>
			</Form>
		</Dialog>
	);
}
