/**
 * Tables that no organiser owns, or that are looked through over all of them, each with its reason. Every other table belongs to an
 * organiser: it has `organisation_id`, and its primary key, unique indexes and foreign keys contain it, so that it can be distributed by
 * organisation (docs/decisions/082-keys-by-organisation.md). `tests/partitions.test.ts` checks that each table is one or the other.
 */
export const globalTables: Readonly<Record<string, string>> = {
	// People have accounts with the installation and work for any number of organisations.
	account_locks: 'an account',
	data_exports: 'an account',
	email_changes: 'an account',
	invitations: 'found by the hash of a token, by somebody who is no member yet',
	mail_tokens: 'an account',
	memberships: 'read by account with every request that is signed in',
	notices: 'an account; an organisation is only mentioned',
	notification_choices: 'an account',
	oidc_sign_ins: 'an account',
	recovery_codes: 'an account',
	sessions: 'an account',
	sign_in_attempts: 'an email, also one without an account',
	sign_in_challenges: 'an account',
	sign_in_sources: 'an account',
	two_factors: 'an account',
	user_identities: 'an account',
	users: 'an account',
	view_sessions: 'an account',
	// Directories: what is found by a name in the world.
	names: 'names that are unique in the world, and whose they are',
	organisations: 'the list of organisations',
	payment_accounts: "found by the provider's account: whose an event of the provider is",
	provider_events: "the provider's events, before it is known whose they are",
	// Queues and figures over all organisers.
	figure_feed: 'how far the changes of all organisers were read',
	facts: 'one outbox in one order; facts of accounts have no organisation',
	idempotency_keys: 'a caller and an endpoint',
	mail_opt_outs: 'an email, whoever writes to it',
	mails: 'one outbox; emails about accounts have no organisation, and the limits of a recipient count all',
	page_view_days: 'the whole site; pages of the installation have no organisation',
	page_views: 'the whole site; pages of the installation have no organisation',
	report_links: 'found by the hash of a token: whose report it shows',
	api_keys: 'found by the hash of a key: whose the caller is, with every request',
	event_words: 'words of all events that can be found, for searches',
	staff_guesses: 'a network that guesses short codes of any organisation',
	// The built-in payment gateway: another company's database, where one is used.
	test_gateway_events: 'the built-in gateway',
	test_gateway_objects: 'the built-in gateway',
	test_gateway_requests: 'the built-in gateway',
	// The installation and its operator.
	admin_acts: 'the operator',
	contact_messages: 'the operator',
	content_items: 'the operator',
	content_revisions: 'the operator',
	error_reports: 'the operator',
	feedback_activity: 'the operator',
	feedback_reports: 'the operator',
	feedback_screenshots: 'the operator',
	incident_updates: 'the operator',
	incidents: 'the operator',
	instance_secrets: 'the installation',
	operator_settings: 'the operator',
	plan_settings: 'the operator',
	sign_up_settings: 'the operator',
	status_checks: 'the installation',
	status_days: 'the installation',
};
