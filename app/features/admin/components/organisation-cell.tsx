/** Whose money a row is about, and of which event. */
export function OrganisationCell(props: { organisationName: string; eventTitle: string | null }) {
	return (
		<div className="flex flex-col gap-0.5">
			<span dir="auto" className="font-medium">
				{props.organisationName}
			</span>
			{props.eventTitle ? (
				<span dir="auto" className="line-clamp-1 text-compact text-muted">
					{props.eventTitle}
				</span>
			) : null}
		</div>
	);
}
