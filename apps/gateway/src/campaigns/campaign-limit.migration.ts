import { type SqlMigration, tenantTable } from '@platform/read-store';

/** Places reserved for campaigns that are being made; see the reservations of keys. */
export const campaignLimitMigration: SqlMigration = {
  version: 1763915000003,
  name: 'CampaignLimit',
  sql: `
  create table campaign_reservations (
    campaign_id text primary key,
    workspace_id text not null,
    reserved_at timestamptz(3) not null
  );
  create index campaign_reservations_workspace on campaign_reservations (workspace_id);
  ${tenantTable('campaign_reservations')}

  create function reserve_campaign(workspace text, campaign text, most int) returns boolean language plpgsql as $$
  declare
    instant timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtextextended('campaigns/' || workspace, 0));
    instant := waymark_now();
    if exists (select from campaigns where id = campaign)
      or exists (select from campaign_reservations where campaign_id = campaign) then
      return true;
    end if;
    delete from campaign_reservations r where r.workspace_id = workspace
      and (r.reserved_at <= instant - interval '10 minutes' or exists (select from campaigns k where k.id = r.campaign_id));
    insert into campaign_reservations (campaign_id, workspace_id, reserved_at)
      select campaign, workspace, instant
      where most > (
        select count(*) from (
          select k.id from campaigns k where k.workspace_id = workspace and k.deleted_at is null
          union all
          select r.campaign_id from campaign_reservations r where r.workspace_id = workspace
            and not exists (select from campaigns k where k.id = r.campaign_id)
        ) as taken
      );
    return found;
  end $$;`,
};
