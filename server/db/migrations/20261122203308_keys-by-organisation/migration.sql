-- Indexes are made first: until the old ones go, everybody may read.
CREATE UNIQUE INDEX "events_organisation_key" ON "events" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "capacity_pools_organisation_key" ON "capacity_pools" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_types_organisation_key" ON "ticket_types" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_organisation_key" ON "questions" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "answers_organisation_key" ON "answers" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_imports_organisation_key" ON "attendee_imports" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_links_organisation_key" ON "staff_links" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_devices_organisation_key" ON "staff_devices" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ended_staff_tokens_organisation_key" ON "ended_staff_tokens" ("organisation_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_lists_organisation_key" ON "check_in_lists" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "gates_organisation_key" ON "gates" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_organisation_key" ON "check_ins" ("organisation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_undos_organisation_key" ON "check_in_undos" ("organisation_id","event_id","nonce");--> statement-breakpoint
CREATE UNIQUE INDEX "door_devices_organisation_key" ON "door_devices" ("organisation_id","event_id","device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "door_changes_organisation_key" ON "door_changes" ("organisation_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_admitted_once_new" ON "check_ins" ("organisation_id","list_id","attendee_id","visit") WHERE verdict = 'accepted' AND annulled_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "check_ins_nonce_unique_new" ON "check_ins" ("organisation_id","event_id","nonce") WHERE nonce IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_devices_key_unique_new" ON "staff_devices" ("organisation_id","staff_link_id","key_hash") WHERE key_hash IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_devices_token_hash_unique_new" ON "staff_devices" ("organisation_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_links_token_hash_unique_new" ON "staff_links" ("organisation_id","token_hash");--> statement-breakpoint
CREATE INDEX "answers_question_index_new" ON "answers" ("organisation_id","question_id");--> statement-breakpoint
CREATE INDEX "ended_staff_tokens_link_index_new" ON "ended_staff_tokens" ("organisation_id","staff_link_id");--> statement-breakpoint
CREATE INDEX "staff_devices_link_index_new" ON "staff_devices" ("organisation_id","staff_link_id");--> statement-breakpoint
ALTER TABLE "capacity_pools" DROP CONSTRAINT "capacity_pools_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "ticket_types" DROP CONSTRAINT "ticket_types_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "ticket_types" DROP CONSTRAINT "ticket_types_pool_id_capacity_pools_id_fkey";--> statement-breakpoint
ALTER TABLE "ticket_types" DROP CONSTRAINT "ticket_types_shared_pool_id_capacity_pools_id_fkey";--> statement-breakpoint
ALTER TABLE "questions" DROP CONSTRAINT "questions_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "questions" DROP CONSTRAINT "questions_shown_when_question_id_questions_id_fkey";--> statement-breakpoint
ALTER TABLE "answers" DROP CONSTRAINT "answers_question_id_questions_id_fkey";--> statement-breakpoint
ALTER TABLE "attendee_imports" DROP CONSTRAINT "attendee_imports_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "check_in_lists" DROP CONSTRAINT "check_in_lists_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "gates" DROP CONSTRAINT "gates_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "staff_links" DROP CONSTRAINT "staff_links_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "staff_devices" DROP CONSTRAINT "staff_devices_staff_link_id_staff_links_id_fkey";--> statement-breakpoint
ALTER TABLE "ended_staff_tokens" DROP CONSTRAINT "ended_staff_tokens_staff_link_id_staff_links_id_fkey";--> statement-breakpoint
ALTER TABLE "event_aliases" DROP CONSTRAINT "event_aliases_event_id_events_id_fkey";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_pkey";--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_pkey" PRIMARY KEY USING INDEX "events_organisation_key";--> statement-breakpoint
ALTER TABLE "capacity_pools" DROP CONSTRAINT "capacity_pools_pkey";--> statement-breakpoint
ALTER TABLE "capacity_pools" ADD CONSTRAINT "capacity_pools_pkey" PRIMARY KEY USING INDEX "capacity_pools_organisation_key";--> statement-breakpoint
ALTER TABLE "ticket_types" DROP CONSTRAINT "ticket_types_pkey";--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_pkey" PRIMARY KEY USING INDEX "ticket_types_organisation_key";--> statement-breakpoint
ALTER TABLE "questions" DROP CONSTRAINT "questions_pkey";--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_pkey" PRIMARY KEY USING INDEX "questions_organisation_key";--> statement-breakpoint
ALTER TABLE "answers" DROP CONSTRAINT "answers_pkey";--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_pkey" PRIMARY KEY USING INDEX "answers_organisation_key";--> statement-breakpoint
ALTER TABLE "attendee_imports" DROP CONSTRAINT "attendee_imports_pkey";--> statement-breakpoint
ALTER TABLE "attendee_imports" ADD CONSTRAINT "attendee_imports_pkey" PRIMARY KEY USING INDEX "attendee_imports_organisation_key";--> statement-breakpoint
ALTER TABLE "staff_links" DROP CONSTRAINT "staff_links_pkey";--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_pkey" PRIMARY KEY USING INDEX "staff_links_organisation_key";--> statement-breakpoint
ALTER TABLE "staff_devices" DROP CONSTRAINT "staff_devices_pkey";--> statement-breakpoint
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_pkey" PRIMARY KEY USING INDEX "staff_devices_organisation_key";--> statement-breakpoint
ALTER TABLE "ended_staff_tokens" DROP CONSTRAINT "ended_staff_tokens_pkey";--> statement-breakpoint
ALTER TABLE "ended_staff_tokens" ADD CONSTRAINT "ended_staff_tokens_pkey" PRIMARY KEY USING INDEX "ended_staff_tokens_organisation_key";--> statement-breakpoint
ALTER TABLE "check_in_lists" DROP CONSTRAINT "check_in_lists_pkey";--> statement-breakpoint
ALTER TABLE "check_in_lists" ADD CONSTRAINT "check_in_lists_pkey" PRIMARY KEY USING INDEX "check_in_lists_organisation_key";--> statement-breakpoint
ALTER TABLE "gates" DROP CONSTRAINT "gates_pkey";--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_pkey" PRIMARY KEY USING INDEX "gates_organisation_key";--> statement-breakpoint
ALTER TABLE "check_ins" DROP CONSTRAINT "check_ins_pkey";--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_pkey" PRIMARY KEY USING INDEX "check_ins_organisation_key";--> statement-breakpoint
ALTER TABLE "check_in_undos" DROP CONSTRAINT "check_in_undos_pkey";--> statement-breakpoint
ALTER TABLE "check_in_undos" ADD CONSTRAINT "check_in_undos_pkey" PRIMARY KEY USING INDEX "check_in_undos_organisation_key";--> statement-breakpoint
ALTER TABLE "door_devices" DROP CONSTRAINT "door_devices_pkey";--> statement-breakpoint
ALTER TABLE "door_devices" ADD CONSTRAINT "door_devices_pkey" PRIMARY KEY USING INDEX "door_devices_organisation_key";--> statement-breakpoint
ALTER TABLE "door_changes" DROP CONSTRAINT "door_changes_pkey";--> statement-breakpoint
ALTER TABLE "door_changes" ADD CONSTRAINT "door_changes_pkey" PRIMARY KEY USING INDEX "door_changes_organisation_key";--> statement-breakpoint
DROP INDEX "check_ins_admitted_once";--> statement-breakpoint
ALTER INDEX "check_ins_admitted_once_new" RENAME TO "check_ins_admitted_once";--> statement-breakpoint
DROP INDEX "check_ins_nonce_unique";--> statement-breakpoint
ALTER INDEX "check_ins_nonce_unique_new" RENAME TO "check_ins_nonce_unique";--> statement-breakpoint
DROP INDEX "staff_devices_key_unique";--> statement-breakpoint
ALTER INDEX "staff_devices_key_unique_new" RENAME TO "staff_devices_key_unique";--> statement-breakpoint
DROP INDEX "staff_devices_token_hash_unique";--> statement-breakpoint
ALTER INDEX "staff_devices_token_hash_unique_new" RENAME TO "staff_devices_token_hash_unique";--> statement-breakpoint
DROP INDEX "staff_links_token_hash_unique";--> statement-breakpoint
ALTER INDEX "staff_links_token_hash_unique_new" RENAME TO "staff_links_token_hash_unique";--> statement-breakpoint
DROP INDEX "answers_question_index";--> statement-breakpoint
ALTER INDEX "answers_question_index_new" RENAME TO "answers_question_index";--> statement-breakpoint
DROP INDEX "ended_staff_tokens_link_index";--> statement-breakpoint
ALTER INDEX "ended_staff_tokens_link_index_new" RENAME TO "ended_staff_tokens_link_index";--> statement-breakpoint
DROP INDEX "staff_devices_link_index";--> statement-breakpoint
ALTER INDEX "staff_devices_link_index_new" RENAME TO "staff_devices_link_index";--> statement-breakpoint
ALTER TABLE "capacity_pools" ADD CONSTRAINT "capacity_pools_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_pool_id_fkey" FOREIGN KEY ("organisation_id","pool_id") REFERENCES "capacity_pools"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_shared_pool_id_fkey" FOREIGN KEY ("organisation_id","shared_pool_id") REFERENCES "capacity_pools"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_shown_when_question_id_fkey" FOREIGN KEY ("organisation_id","shown_when_question_id") REFERENCES "questions"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_question_id_fkey" FOREIGN KEY ("organisation_id","question_id") REFERENCES "questions"("organisation_id","id");--> statement-breakpoint
ALTER TABLE "attendee_imports" ADD CONSTRAINT "attendee_imports_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "check_in_lists" ADD CONSTRAINT "check_in_lists_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_event_id_fkey" FOREIGN KEY ("organisation_id","event_id") REFERENCES "events"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_staff_link_id_fkey" FOREIGN KEY ("organisation_id","staff_link_id") REFERENCES "staff_links"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ended_staff_tokens" ADD CONSTRAINT "ended_staff_tokens_staff_link_id_fkey" FOREIGN KEY ("organisation_id","staff_link_id") REFERENCES "staff_links"("organisation_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE TABLE "names" (
	"kind" text,
	"name" text,
	"organisation_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	CONSTRAINT "names_pkey" PRIMARY KEY("kind","name")
);--> statement-breakpoint
-- Names of one row twice are once; a name of another row is refused, as a unique index does.
CREATE FUNCTION foyer_claim_names(of_kind text, wanted text[], organisation uuid, target uuid) RETURNS void LANGUAGE sql AS $$
	INSERT INTO names (kind, name, organisation_id, target_id)
	SELECT of_kind, w.name, organisation, target FROM unnest(wanted) AS w(name)
	WHERE NOT EXISTS (SELECT FROM names n WHERE n.kind = of_kind AND n.name = w.name AND n.target_id = target);
$$;--> statement-breakpoint
CREATE FUNCTION foyer_name_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM foyer_claim_names('event', ARRAY[NEW.id::text, NEW.slug, NEW.code], NEW.organisation_id, NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION foyer_name_staff_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		DELETE FROM names WHERE kind = 'staff code' AND name = OLD.short_code;
	END IF;
	PERFORM foyer_claim_names('staff token', ARRAY[encode(NEW.token_hash, 'hex')], NEW.organisation_id, NEW.id);
	PERFORM foyer_claim_names('staff code', ARRAY[NEW.short_code], NEW.organisation_id, NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION foyer_name_staff_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM foyer_claim_names('staff token', ARRAY[encode(NEW.token_hash, 'hex')], NEW.organisation_id, NEW.staff_link_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION foyer_forget_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM names WHERE organisation_id = OLD.organisation_id AND target_id = OLD.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION foyer_forget_staff_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM names WHERE kind = 'staff token' AND name = encode(OLD.token_hash, 'hex');
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER events_names AFTER INSERT OR UPDATE OF slug, code ON events FOR EACH ROW EXECUTE FUNCTION foyer_name_event();--> statement-breakpoint
CREATE TRIGGER events_forget_names AFTER DELETE ON events FOR EACH ROW EXECUTE FUNCTION foyer_forget_names();--> statement-breakpoint
CREATE TRIGGER staff_links_names AFTER INSERT OR UPDATE OF token_hash, short_code ON staff_links FOR EACH ROW EXECUTE FUNCTION foyer_name_staff_link();--> statement-breakpoint
CREATE TRIGGER staff_links_forget_names AFTER DELETE ON staff_links FOR EACH ROW EXECUTE FUNCTION foyer_forget_names();--> statement-breakpoint
CREATE TRIGGER staff_devices_names AFTER INSERT OR UPDATE OF token_hash ON staff_devices FOR EACH ROW EXECUTE FUNCTION foyer_name_staff_device();--> statement-breakpoint
CREATE TRIGGER ended_staff_tokens_forget_name AFTER DELETE ON ended_staff_tokens FOR EACH ROW EXECUTE FUNCTION foyer_forget_staff_token();--> statement-breakpoint
INSERT INTO names (kind, name, organisation_id, target_id)
SELECT 'event', name, organisation_id, id FROM events CROSS JOIN LATERAL unnest(ARRAY[id::text, slug, code]) AS of_event(name)
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO names (kind, name, organisation_id, target_id)
SELECT 'event', slug, organisation_id, event_id FROM event_aliases ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO names (kind, name, organisation_id, target_id)
SELECT 'staff code', short_code, organisation_id, id FROM staff_links
UNION ALL SELECT 'staff token', encode(token_hash, 'hex'), organisation_id, id FROM staff_links
UNION ALL SELECT 'staff token', encode(token_hash, 'hex'), organisation_id, staff_link_id FROM staff_devices
UNION ALL SELECT 'staff token', encode(token_hash, 'hex'), organisation_id, staff_link_id FROM ended_staff_tokens
ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE INDEX "names_target_index" ON "names" ("organisation_id","target_id");--> statement-breakpoint
CREATE INDEX "events_id_index" ON "events" ("id");--> statement-breakpoint
DROP INDEX "events_slug_unique";--> statement-breakpoint
DROP INDEX "events_code_unique";--> statement-breakpoint
DROP INDEX "staff_links_short_code_unique";--> statement-breakpoint
DROP TABLE "event_aliases";--> statement-breakpoint
-- For processes of the version before, while they run beside this one: names are kept by the triggers.
CREATE VIEW event_aliases AS
	SELECT name AS slug, organisation_id, target_id AS event_id, now() AS created_at FROM names WHERE kind = 'event';--> statement-breakpoint
CREATE RULE event_aliases_insert AS ON INSERT TO event_aliases DO INSTEAD NOTHING;--> statement-breakpoint
CREATE RULE event_aliases_delete AS ON DELETE TO event_aliases DO INSTEAD NOTHING;--> statement-breakpoint
-- As the function with three parameters, which processes of the version before call, and with the organisation.
CREATE FUNCTION foyer_undo_waits(organisation uuid, event uuid, scan text, guest uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtextextended(event::text, 5));
	RETURN EXISTS (SELECT FROM check_in_undos u WHERE u.organisation_id = organisation AND u.event_id = event AND u.target = scan)
		OR EXISTS (
			SELECT FROM check_in_undos u
			WHERE u.organisation_id = organisation AND u.attendee_id = guest AND u.target IS NULL AND u.occurred_at > clock_timestamp()
		);
END
$$;
