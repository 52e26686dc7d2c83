plan_whole() { :; }
