import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';
import { TextField } from '#app/ui/text-field.tsx';

/** The buyer's details that only e-invoices have; folded, since most buyers need none of them. */
export function EInvoiceFields({ errorOf }: { errorOf: (name: string) => string | undefined }) {
	const { t } = useLingui();
	const names = ['reference', 'postcode', 'city', 'email'];
	return (
		<details className="group rounded-lg border border-hairline" open={names.some(errorOf) || undefined}>
			<summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-medium">
				<Trans>For e-invoices</Trans>
				<Icon icon={ChevronDown} className="ms-auto text-muted group-open:rotate-180" />
			</summary>
			<div className="flex flex-col gap-5 px-4 pt-2 pb-4">
				<p className="text-sm text-muted">
					<Trans>
						Public authorities in Germany need all of these (XRechnung). Postcode and city are read from the
						address if it ends with them.
					</Trans>
				</p>
				<TextField
					label={t`Reference`}
					name="reference"
					hint={t`Printed on the invoice: your order number, or the Leitweg-ID of an authority.`}
					maxLength={100}
					error={errorOf('reference')}
					isOptional
				/>
				<div className="grid gap-5 sm:grid-cols-2">
					<TextField
						label={t`Postcode`}
						name="postcode"
						autoComplete="postal-code"
						maxLength={20}
						error={errorOf('postcode')}
						isOptional
					/>
					<TextField
						label={t`City`}
						name="city"
						autoComplete="address-level2"
						maxLength={100}
						error={errorOf('city')}
						dir="auto"
						isOptional
					/>
				</div>
				<TextField
					label={t`Email for e-invoices`}
					name="email"
					type="email"
					inputMode="email"
					hint={t`Stated in the e-invoice as your electronic address. Nothing is sent there.`}
					maxLength={254}
					error={errorOf('email')}
					isOptional
				/>
			</div>
		</details>
	);
}
