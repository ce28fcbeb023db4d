/** Names and values of one thing, in a sheet; empty values are left out. */
export function DescriptionList({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
	return (
		<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
			{facts
				.filter(([, value]) => value !== '')
				.map(([name, value]) => (
					<div key={name} className="contents">
						<dt className="text-muted">{name}</dt>
						<dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
					</div>
				))}
		</dl>
	);
}
