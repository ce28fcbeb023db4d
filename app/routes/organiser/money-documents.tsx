import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { downloadDocuments, noDocumentFilters, useDocuments } from '#app/features/documents/api.ts';
import { DocumentFilters } from '#app/features/documents/components/document-filters.tsx';
import { DocumentTable } from '#app/features/documents/components/document-table.tsx';
import {
	SellerDetailsCallout,
	useDocumentReadiness,
} from '#app/features/documents/components/seller-details-callout.tsx';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { documentKinds } from '#shared/rules/document-kinds.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import type { MoneyContext } from './money-layout.tsx';

const day = /^20\d\d-\d\d-\d\d$/;
const isKnown = (name: string, value: string) =>
	name === 'kind' ? (documentKinds as readonly string[]).includes(value) : day.test(value);

/** /money/documents: receipts, invoices, credit notes and donation receipts of an organisation. */
export default function MoneyDocumentsPage() {
	const { t } = useLingui();
	const { organisation } = useOutletContext<MoneyContext>();
	const [filters, setFilters] = useUrlFilters(noDocumentFilters, isKnown);
	const documents = useDocuments(organisation.id, filters);
	const rows = documents.data ?? [];
	const isFiltered = Object.values(filters).some(Boolean);
	// What is missing stands above the list, and would push it down.
	const isReadinessKnown = !useDocumentReadiness(organisation.id).isPending;
	if (!isReadinessKnown) return <RouteSkeleton />;
	return (
		<section className="flex flex-col gap-4" aria-label={t`Document list`}>
			<SellerDetailsCallout organisation={organisation.id} />
			<div className="flex flex-wrap items-end gap-3">
				<DocumentFilters filters={filters} onChange={setFilters} />
				{/* Always there, as a second line of it would push the list away. */}
				<Download organisation={organisation.id} filters={filters} isDisabled={rows.length === 0} />
			</div>
			<div className="rounded-lg border border-hairline bg-surface">
				<DocumentTable
					organisation={organisation.id}
					documents={rows}
					canReplace={memberCan(organisation, 'money.manage')}
					isLoading={documents.isPending}
					empty={
						documents.isError ? (
							<EmptyState
								title={t`Couldn’t load the documents.`}
								action={<Button onClick={() => void documents.refetch()}>{t`Try again`}</Button>}
							/>
						) : isFiltered ? (
							<EmptyState
								title={t`No matching documents`}
								action={
									<Button variant="outline" onClick={() => setFilters(noDocumentFilters)}>
										{t`Clear filters`}
									</Button>
								}
							/>
						) : (
							<EmptyState
								title={t`No documents yet`}
								description={t`Receipts are issued with each payment, invoices when buyers ask for them, and credit notes with refunds.`}
								action={
									<ButtonLink to="/settings/organisation" variant="outline">
										{t`Edit seller details`}
									</ButtonLink>
								}
							/>
						)
					}
				/>
			</div>
			<ShowMore
				{...moreOf(documents)}
				status={
					rows.length > 0 && <Plural value={rows.length} one="# document shown" other="# documents shown" />
				}
			/>
		</section>
	);
}

/** All documents that the filters leave, as one file. */
function Download(props: { organisation: string; filters: typeof noDocumentFilters; isDisabled: boolean }) {
	const { t } = useLingui();
	const showError = useErrorToast();
	const [isPending, setPending] = useState(false);
	async function download() {
		setPending(true);
		try {
			await downloadDocuments(props.organisation, props.filters);
		} catch (error) {
			showError(error);
		} finally {
			setPending(false);
		}
	}
	return (
		<Button
			variant="outline"
			isDisabled={props.isDisabled}
			isLoading={isPending}
			onClick={() => void download()}
		>
			{t`Download ZIP`}
		</Button>
	);
}
