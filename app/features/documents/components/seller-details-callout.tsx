import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useApiQuery } from '#app/lib/api-query.ts';
import { Callout } from '#app/ui/callout.tsx';
import { getDocumentReadiness } from '#shared/contracts/documents.ts';
import type { Particular } from '#shared/rules/particulars.ts';

/** Missing details before receipts and invoices can be issued. */
export const useDocumentReadiness = (organisation: string) =>
	useApiQuery(getDocumentReadiness, ['document-readiness', organisation], { params: { organisation } });

/** Details to enter before receipts and invoices can be issued, each with a link to its field; empty if complete. */
export function SellerDetailsCallout(props: { organisation: string }) {
	const { t } = useLingui();
	const { organisation } = props;
	const { data } = useDocumentReadiness(organisation);
	if (!data || data.missing.length === 0) return null;
	const labels: Partial<Record<Particular, string>> = {
		name: t`Legal name`,
		address: t`Address`,
		countryCode: t`Country`,
		taxNumber: t`Tax ID / VAT number`,
		taxReason: t`Why tickets are sold without tax, at each ticket type or as a tax note`,
	};
	return (
		<Callout tone="warning" title={t`Receipts and invoices can’t be issued yet`}>
			<p>{t`The law of your country wants them to say:`}</p>
			<ul className="my-1 list-disc ps-5">
				{data.missing.map((field) => (
					<li key={field}>
						<Link className="link" to={`/settings/organisation#${sectionOf(field)}`}>
							{labels[field]}
						</Link>
					</li>
				))}
			</ul>
			<p>
				{t`Until then, buyers get a payment confirmation. Their receipts follow automatically.`}{' '}
				{data.waiting > 0 ? (
					<Plural value={data.waiting} one="# receipt is waiting." other="# receipts are waiting." />
				) : null}
			</p>
		</Callout>
	);
}

/** The part of the settings that has the field. */
const sectionOf = (field: Particular) =>
	field === 'name' || field === 'taxReason' ? 'receipts' : 'organisation';
