import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { setRefundAccount } from '#shared/contracts/owed-refunds.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBic, isIban } from '#shared/rules/bank-transfer.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';

const compact = (text: string) => text.replaceAll(/[^A-Za-z\d]/g, '').toUpperCase();

/** Money that the organiser has to send back, and where its buyer wants it. */
export function RefundAccount({
	actions,
	manageToken,
}: {
	actions: ManagedOrderActions;
	manageToken: string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order } = actions;
	const { refundAccount: account } = order;
	const [isOpen, setOpen] = useState(account === null);
	const { isPending, error, act } = useOrderAction(() => setOpen(false));
	const [wrong, setWrong] = useState<{ holder?: string; iban?: string; bic?: string }>({});
	const holder = useRef<HTMLInputElement>(null);
	const iban = useRef<HTMLInputElement>(null);
	const bic = useRef<HTMLInputElement>(null);
	const amount = formats.money(order.owedMinor, order.currency);
	const call = (body: { holder: string; iban: string; bic: string }) => ({
		...{ params: { manageToken }, body, hasBearer: false },
	});
	function save(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const typed = {
			holder: holder.current?.value.trim() ?? '',
			iban: compact(iban.current?.value ?? ''),
			bic: compact(bic.current?.value ?? ''),
		};
		const problems = {
			...(typed.holder === '' && { holder: t`Enter the account holder.` }),
			...(!isIban(typed.iban) && { iban: t`Please enter a valid IBAN.` }),
			...(typed.bic !== '' && !isBic(typed.bic) && { bic: t`Please enter a valid BIC.` }),
		};
		setWrong(problems);
		const first = problems.holder ? holder : problems.iban ? iban : problems.bic ? bic : null;
		if (first) first.current?.focus();
		else
			void act(
				() =>
					publicApi.call(setRefundAccount, call(typed)).then(actions.show, (failed) => {
						// Somebody else has changed what is due meanwhile.
						if (failed instanceof AppError && failed.code === 'BUSINESS_RULE_VIOLATION')
							void actions.reload();
						throw failed;
					}),
				t`Bank details saved`,
			);
	}
	return (
		<section
			aria-labelledby="refund-account"
			className="flex flex-col gap-4 rounded-lg border bg-surface p-5"
		>
			<div className="flex flex-col gap-1">
				<h2 id="refund-account" className="text-lg font-medium">
					<Trans>You get {amount} back</Trans>
				</h2>
				<p className="text-sm text-muted">
					{account && !isOpen ? (
						<Trans>
							{order.event.organiserName} sends it to {account.holder}, account ending in {account.ibanEnd}.
						</Trans>
					) : (
						<Trans>Enter the bank account that {order.event.organiserName} should send it to.</Trans>
					)}
				</p>
			</div>
			{isOpen && order.canSetRefundAccount ? (
				<form noValidate className="flex max-w-md flex-col gap-4" onSubmit={save}>
					<TextField
						ref={holder}
						label={t`Account holder`}
						name="holder"
						defaultValue={account?.holder ?? order.buyer.name}
						error={wrong.holder}
						maxLength={70}
						autoComplete="name"
						required
					/>
					<TextField
						ref={iban}
						label={t`IBAN`}
						name="iban"
						error={wrong.iban}
						maxLength={50}
						autoComplete="off"
						autoCapitalize="characters"
						spellCheck={false}
						required
					/>
					<TextField
						ref={bic}
						label={t`BIC`}
						name="bic"
						isOptional
						error={wrong.bic}
						maxLength={14}
						autoComplete="off"
						autoCapitalize="characters"
						spellCheck={false}
					/>
					<Problem>{error}</Problem>
					<Button type="submit" className="self-start" isLoading={isPending}>
						<Trans>Save bank details</Trans>
					</Button>
				</form>
			) : null}
			{!isOpen && order.canSetRefundAccount ? (
				<Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
					<Trans>Change bank details</Trans>
				</Button>
			) : null}
		</section>
	);
}
